#!/bin/sh
# Random MPI programs on an emulated machine and on the MPI libraries at hand, whose digests must be the same.
#
# usage: bench/mpi_soak.sh BUILD [COUNT]
#   BUILD    a build folder with switchyard, such as build/release
#   COUNT    programs (100000), a thousand in a run, on 1 to 16 ranks as each program draws
#
# Environment: MACHINE (cm5), FIRST number of a program (0).
# Ends with 0 if there was no difference, else with 1, and 2 for wrong use. Differing programs are printed; see
# tests/runtime/programs/random_mpi.c for how one is shrunk.
# Where one library differs and the other one agrees with the emulated machine, the defect is most likely the library's:
# Open MPI 4.1.4 differs in one program of a thousand, and MPICH 4.0.2 in one of a hundred. MPICH is slow on fewer cores
# than ranks.
set -u
[ $# -ge 1 ] && [ $# -le 2 ] && [ -x "$1/bin/switchyard" ] || { echo "usage: bench/mpi_soak.sh BUILD [COUNT]" >&2; exit 2; }
bin=$1/bin
count=${2:-100000}
first=${FIRST:-0}
for number in "$count" "$first"; do
  case $number in
    '' | *[!0-9]* | ?????????*)
      echo "mpi_soak.sh: '$number' is no number of programs; write a whole number up to 99999999" >&2
      exit 2
      ;;
  esac
done
[ "$count" -gt 0 ] || { echo "mpi_soak.sh: there are no programs to run; write a number above 0" >&2; exit 2; }
end=$((first + count))
source=$(dirname "$0")/../tests/runtime/programs/random_mpi.c
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$bin/switchyard-mpicc" -O1 -o "$folder/ours" "$source" || exit 2
libraries=
for library in openmpi mpich; do
  command -v "mpicc.$library" > /dev/null && "mpicc.$library" -O1 -w -o "$folder/$library" "$source" &&
    libraries="$libraries $library"
done
[ -n "$libraries" ] || { echo "mpi_soak.sh: there is neither mpicc.openmpi nor mpicc.mpich" >&2; exit 2; }

run_library() {
  case $1 in
    openmpi) mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 16 "$folder/openmpi" "$first" "$part" ;;
    mpich) mpirun.mpich -n 16 "$folder/mpich" "$first" "$part" ;;
  esac
}

result=0
while [ "$first" -lt "$end" ]; do
  part=$((end - first < 1000 ? end - first : 1000))
  "$bin/switchyard" mpirun -n 16 --machine "${MACHINE:-cm5}" --executor fibers "$folder/ours" "$first" "$part" 2>&1 |
    sed -n 's/^\[0\] //p' > "$folder/ours.txt"
  for library in $libraries; do
    run_library "$library" > "$folder/$library.txt" 2>&1
    diff "$folder/ours.txt" "$folder/$library.txt" > "$folder/difference" && continue
    result=1
    echo "programs $first to $((first + part - 1)), $library:"
    cat "$folder/difference"
  done
  first=$((first + part))
done
exit $result
