#!/usr/bin/env bash
# shared_sweep.sh BUILD [MPI [NODES [ROUNDS]]]: how long a sweep of 10 000 small cells (NODES, 64, of ipsc860 and cm5; 16 B to
# 4 KiB) takes on two ranks of one core each, beside one rank. Each round (5) measures both, one after the other; shown are
# each ratio and their median. MPI is openmpi or mpich. Starting ranks is part of the times.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: bench/shared_sweep.sh BUILD [MPI [NODES [ROUNDS]]]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) mpi=${2:-openmpi} nodes=${3:-64} rounds=${4:-5}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >cells.toml <<END
schema_version = 1
machines = ["ipsc860", "cm5"]
nodes = $nodes
algorithms = ["ac", "lp", "rs_nl", "rs_n"]
densities = [1, 2, 3, 4, 5]
bytes = [16, 64, 256, "1KiB", "4KiB"]
samples = 50
END
# seconds RANKS: the time of the whole sweep on so many ranks.
seconds() {
  local begun=$EPOCHREALTIME
  "$here/../tests/mpi/mpirun.sh" "$mpi" "$1" "$build/bin/switchyard" sweep cells.toml --csv "$1.csv" --jobs 1 --quiet >/dev/null
  awk -v begun="$begun" -v ended="$EPOCHREALTIME" 'BEGIN { printf "%.2f", ended - begun }'
  rm "$1".csv*
}
for round in $(seq "$rounds"); do
  one=$(seconds 1)
  two=$(seconds 2)
  awk -v one="$one" -v two="$two" 'BEGIN { printf "one rank %.2f s, two ranks %.2f s, ratio %.3f\n", one, two, two / one }' |
    tee -a measured.txt
done
echo "median ratio $(awk '{ print $NF }' measured.txt | sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }')"
