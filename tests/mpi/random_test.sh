#!/usr/bin/env bash
# random_test.sh ROOT BUILD: random MPI programs have the digests that Open MPI has given, on machines of several kinds.
# The file of digests is what random_mpi.c prints for programs 0 to 499 under Open MPI's mpirun -n 16, with the options that
# bench/mpi_soak.sh gives it. It is made anew where the generator changes, once the soak has found no difference.
set -euo pipefail
root=$1 build=$2
programs=$root/tests/runtime/programs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch # for the files that the programs write
"$build/bin/switchyard-mpicc" -O1 "$programs/random_mpi.c" -o "$scratch/random_mpi"
wanted=$programs/random_mpi.digests

# compare MACHINE FIRST COUNT
compare() {
  "$build/bin/switchyard" mpirun -n 16 --machine "$1" --executor fibers --bare "$scratch/random_mpi" "$2" "$3" \
    >"$scratch/digests" || { tail "$scratch/digests"; echo "programs from $2 on failed on $1" >&2; exit 1; }
  diff "$scratch/digests" <(tail -n +$(($2 + 1)) "$wanted" | head -n "$3") ||
    { echo "other digests than these on $1" >&2; exit 1; }
}
compare cm5 0 500
compare ipsc860 0 100
compare mesh 100 100
