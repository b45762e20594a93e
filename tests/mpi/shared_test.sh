#!/usr/bin/env bash
# shared_test.sh MPI ROOT BUILD: a stress and published experiments that ranks share print and write what one process
# does, whatever the number of ranks, and end with its exit code; what is wrong is told once; and where a rank is killed,
# what is done is told.
. "$2/tests/mpi/setting.sh"

# same CODE RANKS FOLDER WORDS...: the command ends with this code in one process and on ranks, and its output and the
# files that it writes into the folder are the same.
same() {
  local code=$1 ranks=$2 folder=$3 number=0
  shift 3
  rm -rf "$folder" alone
  mkdir "$folder"
  "$switchyard" "$@" >alone.txt 2>alone_err.txt || number=$?
  [ "$number" = "$code" ] || { cat alone.txt alone_err.txt; fail "one process ended with $number, not $code: $*"; }
  mv "$folder" alone
  mkdir "$folder"
  number=0
  timeout 100 "$here/mpirun.sh" "$mpi" "$ranks" "$switchyard" "$@" >shared.txt 2>shared_err.txt || number=$?
  [ "$number" = "$code" ] || { cat shared.txt shared_err.txt; fail "$ranks ranks ended with $number, not $code: $*"; }
  diff alone.txt shared.txt || fail "$ranks ranks print other lines (>) than one process (<): $*"
  diff -r alone "$folder" || fail "$ranks ranks write other files (>) than one process (<): $*"
}

# Without the strategy threads, in which real threads race, findings are the same everywhere.
orders=random,pct,starve,buffers
stress="stress --machine ipsc860 --nodes 8 --density 3 --bytes 1KiB --runs 220 --strategies $orders --seed 5"
same 3 3 found $stress --algorithm ac,ac_unposted,lp --jobs 2 --replay-folder found --json found/stress.json
same 0 4 found $stress --algorithm rs_nl --jobs 1 --json found/stress.json
same 0 2 found stress --exhaustive --nodes 4 --algorithm ac --density 1 --bytes 16 --replay-folder found

# A program, each run of which has its place in a child process. It fails in one order of messages.
cat >first.c <<'END_OF_C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rank, from[3] = {0, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < 3; ++i) {
    MPI_Recv(from + i, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (from[0] > from[2]) abort();
  MPI_Finalize();
  return 0;
}
END_OF_C
"$build/bin/switchyard-mpicc" -O1 first.c -o first
same 1 2 found stress --program ./first --machine cm5 --nodes 4 --runs 100 --strategies $orders --jobs 2 \
  --replay-folder found --json found/stress.json

same 0 3 tables reproduce ponnusamy.patternP wangranka.phases surma.example external.machines --samples 3 --csv \
  tables/cells.csv --claims tables/claims.csv --json tables/all.json

# expect_refusal TEXT COMMAND...: ends with 2, and tells TEXT once.
expect_refusal() {
  local code=0
  "${@:2}" >refusal.txt 2>&1 || code=$?
  [ "$code" = 2 ] || { cat refusal.txt; fail "the exit code was $code, not 2"; }
  [ "$(grep -cF -- "$1" refusal.txt)" = 1 ] || { cat refusal.txt; fail "'$1' should be there once"; }
}
shared() { timeout 100 "$here/mpirun.sh" "$mpi" "$1" "${@:2}"; }
cat >differ.sh <<'END_OF_SH'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 1 ] && set -- "$@" --seed 7
exec "$@"
END_OF_SH
chmod +x differ.sh
expect_refusal "rank 1 has 'seed: 7' where rank 0 has 'seed: 1'" shared 2 ./differ.sh "$switchyard" stress --nodes 4 \
  --density 1
expect_refusal "rank 1 has 'seed: 7' where rank 0 has 'seed: 1'" shared 2 ./differ.sh "$switchyard" reproduce external.machines
expect_refusal "'nowhere' is no folder" shared 3 "$switchyard" stress --nodes 4 --density 1 --replay-folder nowhere
expect_refusal "'nowhere/cells.csv'" shared 3 "$switchyard" reproduce external.machines --csv nowhere/cells.csv
expect_refusal "unknown algorithm 'rs'" shared 2 "$switchyard" stress --algorithm rs
expect_refusal "'external.x'" shared 2 "$switchyard" reproduce external.x

# A rank is killed: the job ends. Where the first rank is asked to end, it tells what is done.
cat >noted.sh <<'END_OF_SH'
#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
echo $$ >"pid.tmp.$rank" && mv "pid.tmp.$rank" "pid.$rank"
exec "$@"
END_OF_SH
chmod +x noted.sh
# end_one SIGNAL RANK WORDS...: sends the signal to a rank.
end_one() {
  local job code=0
  rm -f pid.*
  timeout 60 "$here/mpirun.sh" "$mpi" 3 ./noted.sh "$switchyard" "${@:3}" >ended.txt 2>&1 &
  job=$!
  while [ ! -s "pid.$2" ]; do sleep 0.02; done
  sleep 1
  kill "-$1" "$(cat "pid.$2")"
  wait "$job" || code=$?
  [ "$code" != 0 ] && [ "$code" != 124 ] || { cat ended.txt; fail "a job that has lost a rank ended with $code"; }
}
long="stress --nodes 8 --algorithm ac,lp,rs_nl --density 3 --runs 1000000"
end_one KILL 1 $long
end_one KILL 2 reproduce wangranka.cost ranka.best
end_one TERM 0 $long
grep -q 'interrupted: ' ended.txt || { cat ended.txt; fail "the first rank does not tell that it was interrupted"; }
