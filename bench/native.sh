#!/usr/bin/env bash
# native.sh BUILD [MPI [RANKS [ROUNDS]]]: messages a second of native runs beside bare loops in C (micro/exchange_loop.c),
# for the complete exchange of 1 KiB, all at once (ac) and pairwise (pairwise_u). The bare pairwise loop waits in each phase;
# the loop "posted" makes the same calls as pairwise_u. Each round measures all, one after the other, by REPEATS (11) times of
# USES (100) exchanges; shown are the medians over the rounds (7), and median, least and most of the ratios of the rounds.
# MPI is openmpi or mpich, RANKS 8 without.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: bench/native.sh BUILD [MPI [RANKS [ROUNDS]]]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) mpi=${2:-openmpi} ranks=${3:-8} rounds=${4:-7}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"mpicc.$mpi" -std=c99 -O2 "$here/micro/exchange_loop.c" -o loop
start() { "$here/../tests/mpi/mpirun.sh" "$mpi" "$ranks" "$@"; }
uses=${USES:-100} repeats=${REPEATS:-11}
for round in $(seq "$rounds"); do
  start ./loop 1024 $uses $repeats | awk -v round="$round" '{ print round, $1, "bare", $2 }'
  start "$build/bin/switchyard" run --machine native --algorithm ac,pairwise_u --pattern complete --bytes 1KiB --samples 1 \
    --reuse $uses --repetitions $repeats --csv rows.csv >/dev/null
  # payload_bytes and makespan_us, a median, are those of all uses together.
  awk -F, -v round="$round" 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    { printf "%d %s native %.0f\n", round, $at["algorithm"], $at["payload_bytes"] / 1024 / $at["makespan_us"] * 1e6 }' rows.csv
  rm rows.csv
done >measured.txt
median() { sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
of() { awk -v algorithm="$1" -v kind="$2" '$2 == algorithm && $3 == kind { print $4 }' measured.txt; }
for pair in ac:ac pairwise_u:pairwise_u pairwise_u:posted; do
  algorithm=${pair%:*} loop=${pair#*:}
  [ -n "$(of "$loop" bare)" ] || continue
  paste <(of "$loop" bare) <(of "$algorithm" native) | awk '{ printf "%.2f\n", $2 / $1 }' | sort -g >ratios.txt
  echo "$algorithm: bare loop $loop $(of "$loop" bare | median), native $(of "$algorithm" native | median) messages a second;" \
    "ratio $(median <ratios.txt) ($(head -1 ratios.txt) to $(tail -1 ratios.txt))"
done
