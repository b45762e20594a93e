# setting.sh MPI ROOT BUILD: what the tests in this folder have in common; they source it with their own arguments. Skips
# the test, as mpirun.sh does, where there is no such MPI; goes to a folder that is removed at the end.
set -euo pipefail
mpi=$1 root=$2 build=$3
here=$root/tests/mpi
switchyard=$build/bin/switchyard
"$here/mpirun.sh" "$mpi" 1 true || exit $?
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$1" >&2; exit 1; }
