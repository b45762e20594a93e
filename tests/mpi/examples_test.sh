#!/usr/bin/env bash
# examples_test.sh MPI ROOT BUILD: the examples of MPI programs print under this MPI what they print on emulated
# machines, but for the times.
. "$2/tests/mpi/setting.sh"
export OMPI_MCA_mpi_yield_when_idle=1 # more ranks than cores
result=0

# same RANKS EXAMPLE ARGUMENT...
same() {
  local ranks=$1 example=$2
  shift 2
  "mpicc.$mpi" -O1 -w "$root/bench/examples/mpi/$example.c" -o library
  "$build/bin/switchyard-mpicc" -O1 "$root/bench/examples/mpi/$example.c" -o emulated
  timeout 60 "$here/mpirun.sh" "$mpi" "$ranks" ./library "$@" 2>&1 | without_times >expected
  [ -s expected ] || { echo "$example prints nothing under $mpi" >&2; result=1; }
  for machine in ipsc860 cm5 mesh; do
    "$build/bin/switchyard" mpirun -n "$ranks" --machine "$machine" --bare ./emulated "$@" 2>&1 | without_times >printed
    diff expected printed || { echo "$example prints other lines on $machine (>) than under $mpi (<)" >&2; result=1; }
  done
}
# In any order: each rank prints for itself.
without_times() { sed -E "s,[0-9.]+ us (of virtual time|an exchange),... us \1," | sort; }
same 8 halo 16 10
same 8 hash_table
same 8 matrix_file 40 matrix.bin
same 8 matrix_product 48
same 8 neighbor_halo 16 5
same 8 overlap 8
same 8 pipeline 16 4096
same 8 ring
same 8 sort 1000
same 8 sparse_exchange 4 256 3
same 2 swap_mended
exit $result
