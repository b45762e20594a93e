#!/bin/sh
# soak.sh PROGRAM RUNS: all algorithms on all machines under all stress strategies, about RUNS runs in all. Ends with 0 if
# nothing is found but what the algorithms are documented to do.
set -u
program=$1
folder=$(mktemp -d)
machines=$("$program" list machines | sed -n 's/^  \([a-z0-9_]*\)  .*: .*/\1/p')
runs=$(($2 / (60 * $(echo "$machines" | wc -l))))  # 16 to 23 algorithms in each of three cases
result=0
soak() {
  echo "== $*"
  "$program" stress --algorithm all --ignore-known --runs "$runs" --replay-folder "$folder" "$@" 2>/dev/null || result=1
}
for machine in $machines; do
  soak --machine "$machine" --nodes 16 --density 4 --bytes 64
  soak --machine "$machine" --nodes 8 --density 3 --bytes 1KiB
  soak --machine "$machine" --nodes 8 --pattern complete --bytes 256
done
echo "replay files, if any: $folder"
exit $result
