#!/bin/sh
# command_test.sh BIN EXAMPLES: programs that switchyard-cc or switchyard-mpicc has compiled are run and traced by the command, and what is
# wrong with them shows in its exit code.
set -eu
bin=$1
examples=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0

# expect CODE TEXT COMMAND...: the command ends with CODE, and prints TEXT.
expect() {
  code=$1
  text=$2
  shift 2
  if "$@" >answer 2>&1; then actual=0; else actual=$?; fi
  if [ "$actual" -ne "$code" ] || ! grep -qF -- "$text" answer; then
    echo "'$*' ended with $actual instead of $code, or without '$text':" >&2
    cat answer >&2
    failed=1
  fi
}

cat >words.cpp <<'END'
#include <iostream>
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::cout << argv[i] << std::endl;
  return argc - 1;
}
END
"$bin/switchyard-cc" -O2 "$examples/nx/ring.c" -o ring
"$bin/switchyard-mpicc" -O2 "$examples/mpi/ring.c" -o mpi_ring
"$bin/switchyard-mpicc" -O2 "$examples/mpi/halo.c" -o halo
"$bin/switchyard-cc" -c "$examples/nx/wrong_ring.c" -o wrong_ring.o # as makefiles do it
"$bin/switchyard-cc" wrong_ring.o -o wrong_ring
"$bin/switchyard-c++" -std=c++17 words.cpp -o words
"$bin/switchyard-cc" -std=gnu89 "$examples/nx/ac.c" -o ac
"$bin/switchyard-cc" -std=gnu89 "$examples/cmmd/pex.c" -o pex
"$bin/switchyard-cc" -std=gnu89 "$examples/cmmd/drs.c" -o drs

run="$bin/switchyard run"
expect 0 '[0] the sum of all numbers is 120' $run --program ./ring --machine ipsc860 --nodes 16
expect 0 '[0] the sum of all numbers is 21' $run --program ./ring --machine mesh --size 7x1 --interface any
expect 0 'ring' $run --program ./ring --nodes 4 --check-determinism 2
expect 3 '(wrong_ring.c:' $run --program ./wrong_ring --machine ipsc860 --nodes 8 --system-buffer 1KiB
expect 3 'cycle of nodes' $run --program ./wrong_ring --machine ipsc860 --nodes 8 --system-buffer 1KiB
expect 0 '[7] done' $run --program ./wrong_ring --machine ipsc860 --nodes 8
expect 0 'ring' "$bin/switchyard" trace --program ./ring --nodes 4 --svg ring.svg
expect 1 '[1] --two' $run --program ./words --nodes 2 -- one --two
expect 1 'exit code other than 0 on nodes 0 (2), 1 (2)' $run --program ./words --nodes 2 -- one --two

expect 0 '[0] the sum of all ranks is 120' "$bin/switchyard" mpirun -n 16 --machine cm5 ./mpi_ring
expect 0 '4 x 4 nodes, heat 1000.0' "$bin/switchyard" mpirun --nodes=16 --machine ipsc860 --seed 3 halo 8 5
expect 0 '2 x 2 nodes, heat 1000.0' "$bin/switchyard" mpirun -np 4 --check-determinism 2 ./halo 4 2 --nodes
expect 2 'switchyard mpirun: no program is given' "$bin/switchyard" mpirun -n 4
expect 0 '/mpi -fPIC' "$bin/switchyard-mpicxx" --showme:compile
expect 2 "--program: './ring': it calls NX, which machine cm5 did not have" $run --program ./ring --machine cm5
expect 0 '[0] all messages have come' $run --program ./ac --machine ipsc860 --nodes 8 -- 50 1000
expect 0 '[0] 7 blocks of 64 bytes from each node' $run --program ./pex --machine cm5 --nodes 8 -- 64
expect 0 '[0] 7 blocks of 64 bytes from each node' $run --program ./pex --machine cm5_cmmd3 --nodes 8 -- 64
expect 0 '[0] 7 blocks of 64 bytes from each node' $run --program ./pex --machine ipsc860 --nodes 8 --interface any -- 64
expect 2 "--program: './pex': it calls CMMD, which machine ipsc860 did not have" $run --program ./pex --machine ipsc860
expect 0 '[0] all messages have come' $run --program ./drs --machine cm5 --nodes 8 -- 50 1000
expect 0 'drs' "$bin/switchyard" trace --program ./drs --machine cm5 --nodes 8 --svg drs.svg
expect 2 "--program: './none': there is no such file" $run --program ./none
expect 2 '--interface: is for a C or C++ program' $run --interface any
expect 2 '--: what stands behind it is for a C or C++ program' $run -- word
expect 2 'nothing of it takes the words behind --' "$bin/switchyard" list -- word
expect 2 "./ring' is a C or C++ program" "$bin/switchyard" stress --program ./ring
expect 2 '-static: a program that runs as nodes' "$bin/switchyard-cc" -static words.cpp
expect 0 '-shared' "$bin/switchyard-cc" --showme ring.c
expect 1 'undefined reference' "$bin/switchyard-c++" -x c++ - -o none <<'END'
void nobody_has_this();
int main() { nobody_has_this(); }
END
exit $failed
