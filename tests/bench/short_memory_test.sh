#!/bin/sh
# short_memory_test.sh PROGRAM: where the host has little memory, commands do their work, or end with exit code 1 and
# one line that says what there is too little of. They do not crash, and what they find is not blamed on an algorithm.
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cat > sweep.toml <<'END'
schema_version = 1
machines = ["ipsc860"]
nodes = [8]
algorithms = ["ac", "lp"]
densities = [2]
bytes = [64]
samples = 2
END
result=0

# under KIB ARGUMENTS...
under() {
  limit=$1
  shift
  (ulimit -v "$limit" && exec "$program" "$@") > out 2> err
  code=$?
  [ $code -eq 0 ] && return
  # Once the host refuses, it depends on the moment what it refuses.
  [ $code -eq 1 ] && [ "$(grep -cE 'memory|thread|no room|pthread_create' err)" -eq 1 ] && return
  echo "with $limit KiB: switchyard $*: exit code $code"
  sed 's/^/  /' out err
  result=1
}

for round in 1 2 3; do
  for limit in 100000 64000; do
    under $limit stress --nodes 4 --algorithm ac --density 1 --bytes 16 --runs 8 --seed $round
    under $limit run --nodes 8 --algorithm ac,lp --density 2 --bytes 64 --samples 2 --jobs 2
    under $limit run --nodes 8 --algorithm ac,lp --density 2 --bytes 64 --samples 2 --jobs 2 --executor fibers
    under $limit sweep sweep.toml --csv "rows.$limit.$round.csv"
    under $limit reproduce bokhari.charts
  done
done
exit $result
