#!/usr/bin/env bash
# ranks_soak.sh BUILD [MPI [RANKS]]: a sweep, a stress and a published experiment that many ranks share (64 without RANKS)
# have the results of one process; algorithms exchange natively among them; and a sweep of 4 ranks of which one is
# killed, at 20 random moments (KILLS), ends within 30 s, keeps whole rows, and is completed by --resume.
#
# MPI is openmpi or mpich. SEED (1) draws the moments. Ends with 0 if all is as it has to be, else with 1.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: bench/ranks_soak.sh BUILD [MPI [RANKS]]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) mpi=${2:-openmpi} ranks=${3:-64}
switchyard=$build/bin/switchyard
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
start() { timeout 600 "$here/../tests/mpi/mpirun.sh" "$mpi" "$@"; }
fail() { echo "$1" >&2; exit 1; }
# rows FILE: the rows without the host's time, sorted.
rows() { awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "host_s") host = i } { $host = ""; print }' "$1" | sort; }

# sweep_of SAMPLES: an experiment of 24 runs for each sample.
sweep_of() {
  printf '%s\n' 'schema_version = 1' 'machines = ["ipsc860", "cm5"]' 'nodes = 8' 'algorithms = ["ac", "lp", "rs_nl"]' \
    'densities = [1, 4]' 'bytes = [16, "1KiB"]' "samples = $1"
}
sweep_of 20 >small.toml
"$switchyard" sweep small.toml --csv one.csv --quiet
start "$ranks" "$switchyard" sweep small.toml --csv many.csv --jobs 1 --quiet
cmp <(rows one.csv) <(rows many.csv) || fail "$ranks ranks have other rows than one process"
echo "sweep: $ranks ranks have the $(($(wc -l <many.csv) - 1)) rows of one process"

stress="stress --nodes 8 --algorithm ac,lp --density 3 --runs 2000 --strategies random,pct,starve,buffers"
"$switchyard" $stress --json one.json >/dev/null
start "$ranks" "$switchyard" $stress --jobs 1 --json many.json >/dev/null
cmp one.json many.json || fail "$ranks ranks have other findings than one process"
echo "stress: $ranks ranks have the tally of one process"

reproduce="reproduce ponnusamy.patternP wangranka.phases --samples 5 --quiet"
"$switchyard" $reproduce --csv one_cells.csv >one.txt
start "$ranks" "$switchyard" $reproduce --jobs 1 --csv many_cells.csv >many.txt
cmp one.txt many.txt && cmp one_cells.csv many_cells.csv || fail "$ranks ranks have other cells than one process"
echo "reproduce: $ranks ranks have the $(($(wc -l <many_cells.csv) - 1)) cells of one process"

start "$ranks" "$switchyard" run --machine native --algorithm ac,rs_n,rs_nl,lp,pairwise_u,gs,min_sum --density 4 \
  --bytes 16,32KiB --samples 1 --repetitions 2 --csv native.csv >/dev/null
[ "$(grep -c ',native,ranks,' native.csv)" = 14 ] || fail "rows of native runs are missing"
echo "native: 7 algorithms on $ranks ranks, every byte verified"

# A long sweep, of which one rank is killed.
cat >noted.sh <<'END_OF_SH'
#!/bin/sh
echo $$ >"pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"
exec "$@"
END_OF_SH
chmod +x noted.sh
RANDOM=${SEED:-1}
sweep_of 600 >long.toml
"$switchyard" sweep long.toml --csv one_long.csv --quiet
rows one_long.csv >expected.txt
all=$(($(wc -l <one_long.csv) - 1))
for kill in $(seq "${KILLS:-20}"); do
  rm -f pid.* long.csv long.csv.sweep
  start 4 ./noted.sh "$switchyard" sweep long.toml --csv long.csv --jobs 1 >killed.txt 2>&1 &
  job=$!
  victim=$((RANDOM % 4)) wanted=$((RANDOM % (all * 9 / 10)))
  until [ -s "pid.$victim" ] && [ -e long.csv ] && [ "$(wc -l <long.csv)" -gt "$wanted" ]; do sleep 0.01; done
  kill -9 "$(cat "pid.$victim")"
  begin=$(date +%s%N)
  code=0
  wait "$job" || code=$?
  took=$((($(date +%s%N) - begin) / 1000000))
  kept=$(($(wc -l <long.csv) - 1))
  start 3 "$switchyard" sweep long.toml --csv long.csv --jobs 1 --resume >resumed.txt 2>resumed_err.txt
  cmp -s expected.txt <(rows long.csv) || fail "other rows after rank $victim was killed at $wanted rows"
  [ "$code" != 0 ] || fail "a job that has lost rank $victim ended with 0"
  [ "$took" -lt 30000 ] || fail "a job that has lost rank $victim ended after $took ms only"
  grep -q "$((all - kept)) of $all runs are missing" resumed_err.txt || fail "--resume does not say what is missing"
  echo "kill $kill: rank $victim at $wanted rows; code $code after $took ms, $kept rows kept, completed"
done
