#!/bin/sh
# Random MPI programs on an emulated machine and on the MPI libraries at hand, whose digests must be the same.
#
# usage: bench/mpi_soak.sh BUILD [COUNT]
#   BUILD    a build folder with switchyard, such as build/release
#   COUNT    programs (100000), a thousand in a run, on 1 to 16 ranks as each program draws
#
# Environment:
#   MACHINE    the emulated machine (cm5)
#   FIRST      number of the first program (0)
#   RANKS      ranks at hand, from which a program draws its own (16). Fewer ranks make other programs, and faster ones.
#   LIBRARIES  the MPI libraries to compare with, openmpi or mpich or both, as in LIBRARIES="openmpi mpich". Without it,
#              those that are installed, but not mpich if there are more ranks than cores: ranks of MPICH do not yield
#              the core while they wait, and so 100000 programs take days, where Open MPI takes hours.
#   PATIENCE   seconds without a digest after which a run is taken for one that hangs (20)
#
# A program whose digest differs, or that had none, runs again by itself, up to three times, as libraries that share cores
# sometimes hang or differ by chance. If that gives the emulated machine's digest, the program counts as inconstant, and as
# unfinished if the library had no digest for it and gives no right one. Open MPI 4.1.4 hangs in MPI_File_open now and then.
# Ends with 0 if there was no other difference, else with 1, and 2 for wrong use. Differing programs are printed; see
# tests/runtime/programs/random_mpi.c for how one is shrunk.
# Where one library differs and the other one agrees with the emulated machine, the defect is most likely the library's.
set -u
[ $# -ge 1 ] && [ $# -le 2 ] && [ -x "$1/bin/switchyard" ] || { echo "usage: bench/mpi_soak.sh BUILD [COUNT]" >&2; exit 2; }
bin=$1/bin
count=${2:-100000}
first=${FIRST:-0}
ranks=${RANKS:-16}
patience=${PATIENCE:-20}
for number in "$count" "$first" "$ranks" "$patience"; do
  case $number in
    '' | *[!0-9]* | ?????????*)
      echo "mpi_soak.sh: '$number' is no count; write a whole number up to 99999999" >&2
      exit 2
      ;;
  esac
done
[ "$count" -gt 0 ] || { echo "mpi_soak.sh: there are no programs to run; write a number above 0" >&2; exit 2; }
[ "$ranks" -gt 0 ] && [ "$ranks" -le 16 ] || { echo "mpi_soak.sh: programs have 1 to 16 ranks, not $ranks" >&2; exit 2; }
source=$(dirname "$0")/../tests/runtime/programs/random_mpi.c

libraries=${LIBRARIES:-}
if [ -z "$libraries" ]; then
  command -v mpicc.openmpi > /dev/null && libraries=openmpi
  if command -v mpicc.mpich > /dev/null && { [ -z "$libraries" ] || [ "$ranks" -le "$(nproc)" ]; }; then
    libraries="$libraries mpich"
  fi
  [ -n "$libraries" ] || { echo "mpi_soak.sh: there is neither mpicc.openmpi nor mpicc.mpich" >&2; exit 2; }
fi

memory=/dev/shm # the programs synchronize files, which takes long on a disk
[ -d "$memory" ] && [ -w "$memory" ] || memory=${TMPDIR:-/tmp}
folder=$(mktemp -d -p "$memory")
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
export TMPDIR="$folder" # for the files that the programs write
"$bin/switchyard-mpicc" -O1 -o "$folder/switchyard" "$source" || exit 2
for library in $libraries; do
  case $library in
    openmpi | mpich) ;;
    *)
      echo "mpi_soak.sh: '$library' is no library; write openmpi or mpich" >&2
      exit 2
      ;;
  esac
  "mpicc.$library" -O1 -w -o "$folder/$library" "$source" || exit 2
done

# start MPI FIRST COUNT: runs these programs. The one-sided component that Open MPI 4.1.4 takes by itself crashes.
start() {
  case $1 in
    switchyard)
      exec "$bin/switchyard" mpirun -n "$ranks" --machine "${MACHINE:-cm5}" --executor fibers --bare "$folder/$1" "$2" "$3"
      ;;
    openmpi)
      exec mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 --mca osc sm,pt2pt \
        -n "$ranks" "$folder/$1" "$2" "$3"
      ;;
    mpich) exec mpirun.mpich -n "$ranks" "$folder/$1" "$2" "$3" ;;
  esac
}

# run MPI FIRST COUNT: prints the digests of these programs, up to the first one that crashes or hangs.
run() {
  (start "$@") > "$folder/run" 2> "$folder/errors" < /dev/null &
  child=$!
  lines=0
  silent=0
  while sleep 0.2 && kill -0 $child 2> /dev/null; do
    silent=$((silent + 1))
    [ "$(wc -l < "$folder/run")" -eq "$lines" ] || silent=0
    lines=$(wc -l < "$folder/run")
    [ "$silent" -lt $((5 * patience)) ] && continue
    kill $child
    sleep 2
    kill -9 $child 2> /dev/null
  done
  wait $child 2> /dev/null
  grep -E '^[0-9]+ [0-9]+ [0-9a-f]{16}$' "$folder/run"
}

# run_all MPI FIRST COUNT: the same, and a line of `none` for each that crashes or hangs.
run_all() {
  at=$2
  end=$(($2 + $3))
  while [ "$at" -lt "$end" ]; do
    run "$1" "$at" $((end - at)) > "$folder/digests"
    cat "$folder/digests"
    at=$((at + $(wc -l < "$folder/digests")))
    [ "$at" -eq "$end" ] || { echo "$at none"; at=$((at + 1)); }
  done
}

# agrees_later LIBRARY PROGRAM LINE: whether the library gives this line in one of three runs of the program by itself.
agrees_later() {
  [ "$(run "$1" "$2" 1)" = "$3" ] || [ "$(run "$1" "$2" 1)" = "$3" ] || [ "$(run "$1" "$2" 1)" = "$3" ]
}

differing=0
inconstant=0
unfinished=0
last=$((first + count))
while [ "$first" -lt "$last" ]; do
  part=$((last - first < 1000 ? last - first : 1000))
  run_all switchyard "$first" "$part" > "$folder/switchyard.txt"
  for library in $libraries; do
    run_all "$library" "$first" "$part" > "$folder/$library.txt"
    paste -d '|' "$folder/switchyard.txt" "$folder/$library.txt" | awk -F '|' '$1 != $2 || / none/' > "$folder/differences"
    while IFS='|' read -r ours theirs <&3; do
      if [ "${ours#* }" != none ] && agrees_later "$library" "${ours%% *}" "$ours"; then
        inconstant=$((inconstant + 1))
      elif [ "${ours#* }" != none ] && [ "${theirs#* }" = none ]; then
        unfinished=$((unfinished + 1))
        echo "switchyard: $ours, $library does not end"
      else
        differing=$((differing + 1))
        echo "switchyard: $ours, $library: $theirs"
      fi
    done 3< "$folder/differences"
  done
  first=$((first + part))
done
echo "$count programs with$(printf ' %s' $libraries): $differing differ, $inconstant inconstant, $unfinished unfinished"
[ "$differing" -eq 0 ]
