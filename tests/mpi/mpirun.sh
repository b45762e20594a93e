#!/bin/sh
# mpirun.sh MPI RANKS COMMAND...: runs the command under the mpirun of this MPI, openmpi or mpich, as root too, and with
# more ranks than cores. Ends with 77, which CTest takes for skipped, if the MPI is not installed.
set -eu
mpi=$1
ranks=$2
shift 2
command -v "mpirun.$mpi" >/dev/null && command -v "mpicc.$mpi" >/dev/null || {
  echo "skipped: neither mpirun.$mpi nor mpicc.$mpi is there"
  exit 77
}
case $mpi in
  openmpi) exec "mpirun.$mpi" --allow-run-as-root --oversubscribe -n "$ranks" "$@" ;;
  *) exec "mpirun.$mpi" -n "$ranks" "$@" ;;
esac
