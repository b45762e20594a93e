#!/usr/bin/env bash
# ten_tasks.sh PROGRAM MY_ALGORITHM MY_MACHINE: ten tasks of everyday use, each done with what README.md and --help say, in
# at most five commands. The two libraries are those of bench/examples. Fails where a task cannot be done, or takes more.
set -euo pipefail
if [ $# -ne 3 ]; then sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; fi
program=$(realpath "$1") my_algorithm=$(realpath "$2") my_machine=$(realpath "$3")
examples=$(realpath "$(dirname "$0")/../bench/examples")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

commands=0
task() {
  name=$*
  commands=0
}
# run EXIT_CODE WORD ARGUMENTS: the command ends with this code, and what it prints has the word, if that is not empty.
run() {
  local wanted=$1 word=$2 code=0
  shift 2
  commands=$((commands + 1))
  "$program" "$@" >out 2>&1 || code=$?
  if [ "$code" -ne "$wanted" ] || { [ -n "$word" ] && ! grep -q -e "$word" out; } || [ "$commands" -gt 5 ]; then
    echo "task '$name', command $commands: switchyard $* ends with $code, not $wanted, or says nothing of '$word':" >&2
    head -n 30 out >&2
    exit 1
  fi
}

task "which algorithm for my finite-element matrix"
awk 'BEGIN {
  n = 12
  for (i = 0; i < n * n; ++i) {
    text = text (i + 1) " " (i + 1) " 4\n"; ++entries
    if (i % n < n - 1) { text = text (i + 2) " " (i + 1) " -1\n"; ++entries }
    if (i < n * (n - 1)) { text = text (i + n + 1) " " (i + 1) " -1\n"; ++entries }
  }
  printf "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n%s", n * n, n * n, entries, text
}' >fe.mtx
run 2 'switchyard recommend' run --matrix fe.mtx
run 0 '^use ' recommend fe.mtx --machine ipsc860 --nodes 16 --reuse 50 --output messages.mtx
run 0 'total_' run --machine ipsc860 --nodes 16 --matrix messages.mtx --algorithm ac,rs_nl --reuse 50 --samples 2

task "a machine file of my own"
printf 'schema_version = 1\nmachine = "ipsc860"\nnodes = 16\n[constants]\nhop = "20us"\n' >mine.toml
run 0 'hop' machine mine.toml
run 0 'hop=20us' run --machine mine.toml --algorithm ac,rs_nl --density 4 --bytes 1KiB --samples 1

task "an algorithm of my own"
run 0 'near_first' run --load "$my_algorithm" --algorithm near_first,rs_nl --nodes 16 --density 4 --bytes 64 --samples 2
run 0 'near_first' stress --load "$my_algorithm" --algorithm near_first --nodes 8 --density 3 --bytes 64 --runs 10

task "a machine of my own, in C++"
run 0 'ring' list machines --load "$my_machine"
run 0 'ring' run --load "$my_machine" --machine ring --nodes 8 --algorithm ac,rs_n --density 3 --bytes 64 --samples 1
run 0 '^use ' recommend "$examples/ranka_figure_1.csv" --load "$my_machine" --machine ring --as messages

task "understand a deadlock"
run 3 'cycle of nodes' run --nodes 4 --algorithm ac_unposted --pattern complete --bytes 8KiB --system-buffer 4KiB \
  --deadlock-dot deadlock.dot
grep -q 'color=red' deadlock.dot || { echo "the picture of the deadlock does not mark its cycle" >&2; exit 1; }

task "what does a scheduler cost, and from when on does it pay"
run 0 'pays' run --nodes 16 --algorithm ac,rs_nl,min_sum --density 4 --bytes 4KiB --samples 2 --reuse 10

task "a figure for a paper"
run 0 'total' run --nodes 16 --algorithm ac,rs_nl --density 2,4 --bytes 16,1KiB,16KiB --samples 2 --csv r.csv
run 0 '' report r.csv --output r.html --figures figures
ls figures/*.svg >/dev/null

task "a sweep on a cluster"
printf 'schema_version = 1\nmachines = ["ipsc860"]\nalgorithms = ["ac", "rs_n"]\ndensities = [2, 4]\nbytes = [16, 4096]\nsamples = 2\n' >sweep.toml
run 0 '' sweep sweep.toml --csv a.csv --shard 1/2
run 0 '' sweep sweep.toml --csv b.csv --shard 2/2
run 0 '16 rows of 2 tables' sweep sweep.toml --merge a.csv b.csv --csv all.csv
run 0 '' report all.csv --output all.html
grep -q 'which is best' all.html || { echo "the report has no map of the best algorithms" >&2; exit 1; }

task "results in pandas"
commands=$((commands + 1))
"$program" run --nodes 8 --algorithm ac --density 2 --bytes 16 --samples 2 --csv - 2>/dev/null >table.csv
[ "$(wc -l <table.csv)" -eq 3 ] && head -n 1 table.csv | grep -q '^machine,' ||
  { echo "--csv - prints more than the table" >&2; exit 1; }

task "replay a colleague's finding"
run 3 'replay' stress --nodes 4 --algorithm ac_unposted --pattern complete --bytes 8KiB --system-buffer 4KiB --runs 5 \
  --replay-folder .
finding=$(ls ./*.json | head -n 1)
run 3 'deadlock' stress --replay "$finding"

echo "ten tasks done, none in more than five commands"
