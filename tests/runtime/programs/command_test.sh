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
for example in hash_table sparse_exchange sort matrix_product matrix_file neighbor_halo overlap pipeline; do
  "$bin/switchyard-mpicc" -O2 "$examples/mpi/$example.c" -o mpi_$example
done
"$bin/switchyard-cc" -c "$examples/nx/wrong_ring.c" -o wrong_ring.o # as makefiles do it
"$bin/switchyard-cc" wrong_ring.o -o wrong_ring
"$bin/switchyard-c++" -std=c++17 words.cpp -o words
"$bin/switchyard-cc" -std=gnu89 "$examples/nx/ac.c" -o ac
"$bin/switchyard-cc" -std=gnu89 "$examples/nx/rs_nl.c" -o rs_nl
"$bin/switchyard-cc" -std=gnu89 "$examples/cmmd/pex.c" -o pex
"$bin/switchyard-cc" -std=gnu89 "$examples/cmmd/drs.c" -o drs
cat >first.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include "nx.h"
/* Node 0 fails if the first message is not from node 1: stops by SIGABRT, or by SIGFPE with a word. */
int main(int argc, char** argv) {
  long value = 0;
  printf("%s\n", argc > 1 ? argv[1] : "");
  if (mynode() != 0) csend(1, &value, sizeof(value), 0, 0);
  for (long i = 1; i < numnodes() && mynode() == 0; ++i) {
    crecv(1, &value, sizeof(value));
    if (i == 1 && infonode() != 1 && argc == 1) abort();
    if (i == 1 && infonode() != 1) value = 10 / value;
  }
  return 0;
}
END
echo 'int main(void) { for (;;); }' >endless.c
cat >asleep.c <<'END'
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
/* Cannot be interrupted: no signal comes to it any more. */
int main(void) {
  unsigned long all = ~0UL;
  syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, sizeof(all));
  for (;;) syscall(SYS_pause);
}
END
cat >waits.c <<'END'
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  return pipe(ends) == 0 && read(ends[0], &byte, 1) == 1;
}
END
"$bin/switchyard-cc" waits.c -o waits
cat >wild.c <<'END'
#include <nx.h>
int main(void) {
  char byte;
  if (mynode() != 1) crecv(1, &byte, 1);
  csend(1, (void *)16, 1, 0, 0);
}
END
"$bin/switchyard-cc" first.c -o first
"$bin/switchyard-cc" endless.c -o endless
cat >looks.c <<'END'
#include <nx.h>
int main(void) {
  while (dclock() < 1e9) {
  }
  return 0;
}
END
"$bin/switchyard-cc" -g looks.c -o looks
"$bin/switchyard-cc" asleep.c -o asleep
"$bin/switchyard-cc" wild.c -o wild

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
expect 0 'program   makespan_us  messages  payload_bytes' "$bin/switchyard" mpirun -n 16 --machine cm5 ./mpi_ring
expect 2 "':' stands for a further program" "$bin/switchyard" mpirun -n 1 ./words one : -n 2 ./words two
expect 1 "[0] :" "$bin/switchyard" mpirun -n 1 ./words one : two
# Each example, on all machines.
for machine in $("$bin/switchyard" list machines | sed -n 's/^  \([a-z0-9_]*\)  .*: .*/\1/p'); do
  expect 0 '[0] 1600 numbers are in the table, and 1600 were found' \
    "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_hash_table
  expect 0 '] 16 nodes, 4 messages of 1024 bytes from each, 0 bytes wrong' \
    "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_sparse_exchange
  expect 0 '] 16000 numbers are sorted' "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_sort
  expect 0 '48: 0 entries are wrong, the trace is 13831' \
    "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_matrix_product
  expect 0 '10000 entries in 80000 bytes, 0 are wrong, the trace is 1434.5' \
    "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_matrix_file
  expect 0 '4 steps on 4 x 4 nodes: 0 border cells were wrong' \
    "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_neighbor_halo
  expect 0 'the last one 1088, 0 wrong' "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_overlap
  expect 0 '16 items of 1024 bytes have gone through 16 nodes' \
    "$bin/switchyard" mpirun -n 16 --machine $machine ./mpi_pipeline
done
expect 0 'mpi_pipeline' "$bin/switchyard" trace --program ./mpi_pipeline --nodes 4 --svg pipeline.svg
# What is printed is the same under another MPI, where there is one.
if command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
  for example in hash_table sparse_exchange sort matrix_product matrix_file neighbor_halo overlap pipeline; do
    mpicc -O1 "$examples/mpi/$example.c" -o other_$example
    mpirun --allow-run-as-root --oversubscribe -n 4 ./other_$example >other_answer 2>other_errors
    "$bin/switchyard" mpirun -n 4 --bare ./mpi_$example >own_answer 2>own_errors
    if ! cmp other_answer own_answer; then failed=1; fi
  done
fi

# The algorithms of collectives.
expect 0 'write it in front of that' "$bin/switchyard" mpirun -n 4 ./mpi_sparse_exchange --collective alltoallv=rs_nl
sparse="$bin/switchyard mpirun -n 16 --machine ipsc860 --collective"
for algorithm in ac lp rs_n rs_nl optimal_n ls ps bs gs linear pairwise_u fcfs dsatur min_sum; do
  expect 0 '0 bytes wrong' $sparse alltoallv=$algorithm ./mpi_sparse_exchange 3 100 2
done
expect 0 '0 bytes wrong' $sparse alltoallv=rs_nl,reduce=tree --collective barrier=dissemination ./mpi_sparse_exchange
expect 0 '0 bytes wrong' $sparse alltoallv=rs_nl --schedule runtime --check-determinism 2 ./mpi_sparse_exchange
expect 0 '] 16000 numbers are sorted' $sparse alltoall=pex,alltoallv=rs_n,reduce=halving ./mpi_sort
expect 0 'mpi_sparse_exchange  threads           2' "$bin/switchyard" stress --program ./mpi_sparse_exchange --nodes 8 --runs 10 \
  --collective alltoallv=rs_nl
expect 2 "--collective: unknown collective 'altoallv'; did you mean 'alltoallv'?" $sparse altoallv=rs_nl ./mpi_sort
expect 2 "--collective: unknown algorithm for alltoallv 'rs_ml'; did you mean 'rs_nl'?" $sparse alltoallv=rs_ml ./mpi_sort
expect 2 "--collective: unknown algorithm for alltoallv 'pex'" $sparse alltoallv=pex ./mpi_sort
expect 2 "--collective: unknown algorithm for broadcast 'rs_nl'" $sparse broadcast=rs_nl ./mpi_sort
expect 2 "--collective: 'alltoallv' is no collective with its algorithm" $sparse alltoallv ./mpi_sort
expect 2 '--collective: alltoall has an algorithm already' $sparse alltoall=ac,alltoall=lp ./mpi_sort
expect 2 '--collective: alltoallv: lp needs a power of two of nodes, not 6' \
  "$bin/switchyard" mpirun -n 6 --machine mesh --collective alltoallv=lp ./mpi_sort
expect 2 '--collective: broadcast: machine cannot be used by the 16 nodes of machine ipsc860' \
  $sparse broadcast=machine ./mpi_sort
expect 2 '--collective: is for MPI programs, and ring is none' $run --program ./ring --nodes 2 --collective alltoall=ac
expect 2 '--collective: is for an MPI program' $run --nodes 2 --algorithm ac --density 1 --bytes 1 --collective alltoall=ac
expect 0 'rs_nl' "$bin/switchyard" list collectives
expect 0 'cm5, 32 nodes' "$bin/switchyard" list collectives --machine cm5 --nodes 32
expect 2 "--nodes: is for 'list collectives'" "$bin/switchyard" list machines --nodes 4
expect 0 '4 x 4 nodes, heat 1000.0' "$bin/switchyard" mpirun --nodes=16 --machine ipsc860 --seed 3 halo 8 5
expect 0 '2 x 2 nodes, heat 1000.0' "$bin/switchyard" mpirun -np 4 --check-determinism 2 ./halo 4 2 --nodes
expect 2 'switchyard mpirun: no program is given' "$bin/switchyard" mpirun -n 4
# Two nodes send to each other before they receive.
cat >head_to_head.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rank, bytes = argc > 1 ? atoi(argv[1]) : 8;
  char* data = calloc(2, bytes);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Send(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Send(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  MPI_Recv(data + bytes, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  if (rank == 0) puts("both have received");
  return 0;
}
END
"$bin/switchyard-mpicc" head_to_head.c -o head_to_head
both_sent="$bin/switchyard mpirun -n 2 --standard-sends"
expect 0 'both have received' $both_sent machine --machine ipsc860 ./head_to_head
for machine in ipsc860 delta paragon cm5 mesh; do
  expect 3 '(head_to_head.c:10)' $both_sent zero-buffer --machine $machine ./head_to_head
  expect 3 '(head_to_head.c:11)' $both_sent zero-buffer --machine $machine ./head_to_head
  expect 0 'both have received' $both_sent infinite --machine $machine ./head_to_head
done
expect 0 'both have received' $both_sent infinite --machine cm5 ./head_to_head 1048576
expect 0 'head_to_head' "$bin/switchyard" trace --program ./head_to_head --nodes 2 --machine cm5 --standard-sends infinite
expect 3 '--standard-sends zero-buffer' "$bin/switchyard" stress --program ./head_to_head --nodes 2 --runs 5 \
  --standard-sends zero-buffer
expect 3 'head_to_head: deadlock' "$bin/switchyard" stress --replay stress-head_to_head-deadlock.json
mkdir with_collective
expect 3 '--collective alltoallv=rs_nl' "$bin/switchyard" stress --program ./head_to_head --nodes 2 --runs 5 \
  --standard-sends zero-buffer --collective alltoallv=rs_nl --replay-folder with_collective
expect 0 '"collectives":["alltoallv=rs_nl"]' cat with_collective/stress-head_to_head-deadlock.json
expect 3 'head_to_head: deadlock' "$bin/switchyard" stress --replay with_collective/stress-head_to_head-deadlock.json
sed 's/alltoallv=rs_nl/alltoallv=rs_ml/' with_collective/stress-head_to_head-deadlock.json >with_collective/other.json
expect 2 "unknown algorithm for alltoallv 'rs_ml'; did you mean 'rs_nl'?" "$bin/switchyard" stress --replay with_collective/other.json
expect 2 "did you mean 'zero-buffer'" $both_sent zero_buffer ./head_to_head
printf 'schema_version = 1\nmachines = "ipsc860"\nnodes = 2\nprograms = ["./head_to_head"]\nstandard_sends = "infinite"\n' \
  >sends.toml
expect 0 'of them new' "$bin/switchyard" sweep sends.toml --csv sends.csv
sed -i 's/"infinite"/"zero-buffer"/' sends.toml
expect 2 'pattern: program --standard-sends infinite' "$bin/switchyard" sweep sends.toml --csv sends.csv --resume
expect 3 '(head_to_head.c:10)' "$bin/switchyard" sweep sends.toml --csv waits.csv
expect 2 '--standard-sends: is for MPI programs, and ring is none' $run --program ./ring --nodes 2 --standard-sends infinite
expect 0 '/mpi -fPIC' "$bin/switchyard-mpicxx" --showme:compile
# Programs on nodes of their own, and files for what they print.
cat >master.c <<'END'
#include <stdio.h>
#include "nx.h"
int main(void) {
  long value, sum = 0;
  for (long i = 1; i < numnodes(); ++i, sum += value) crecv(1, &value, sizeof(value));
  printf("the sum is %ld\n", sum);
  return 0;
}
END
cat >worker.c <<'END'
#include <stdio.h>
#include "nx.h"
int main(void) {
  long value = mynode();
  fprintf(stderr, "at work\n");
  csend(1, &value, sizeof(value), 0, 0);
  return 0;
}
END
"$bin/switchyard-cc" master.c -o master
"$bin/switchyard-cc" worker.c -o worker
both='--program master@0 --program worker@1-7 --nodes 8'
expect 0 '[0] the sum is 28' $run $both
expect 0 '[7] at work' $run $both
expect 0 'master+worker' "$bin/switchyard" trace $both
expect 0 'master+worker' "$bin/switchyard" stress $both --runs 20
mkdir output
expect 0 'master+worker' $run $both --output-folder output
expect 0 'the sum is 28' cat output/0.out
expect 0 'at work' cat output/7.err
expect 0 'the sum is 28' $run $both --bare
if grep -q '\[0\]\|machine' answer; then echo '--bare prints more than the programs do' >&2; failed=1; fi
# The bytes of a program are neither more nor fewer in files and alone.
printf '#include <stdio.h>\nint main(void) { printf("a%%cb\\nno end", 0); return 0; }\n' >bytes.c
"$bin/switchyard-cc" bytes.c -o bytes
printf 'a\0b\nno end' >expected_bytes
mkdir bytes_output
$run --program ./bytes --nodes 1 --bare >bare_bytes
./bytes >direct_bytes
expect 0 'bytes' $run --program ./bytes --nodes 2 --output-folder bytes_output
for file in bare_bytes direct_bytes bytes_output/1.out; do cmp $file expected_bytes || failed=1; done
expect 2 'node 1 has no program' $run --program master@0 --program worker@2-3 --nodes 4
expect 2 "'ring' is no file, and stands beside another program" $run --program master@0 --program ring
expect 2 '--output-folder: leaves nothing to print for --bare' $run $both --bare --output-folder output
expect 2 '--output-folder: is for a C or C++ program' $run --output-folder output
expect 2 "--output-folder: 'none' is no folder" $run $both --output-folder none

# Started directly, a program is one node; so configure scripts can run what they compile.
expect 1 '--two' ./words --two
expect 0 'the sum of all numbers is 0' ./ring
expect 0 'the sum is 0' env -i ./master
(mkdir bin && cp words bin/in_path)
expect 1 'one' env PATH="$PWD/bin:/usr/bin:/bin" in_path one
printf '#!/bin/sh\necho "chosen: $*"\n' >chosen && chmod +x chosen
expect 0 "chosen: run --bare --nodes 1 --interface any --program $PWD/words -- a" env SWITCHYARD=./chosen ./words a

# Declared experiments.
cat >programs.toml <<'END'
schema_version = 1
machines = ["ipsc860", "mesh"]
nodes = [4, 8]
programs = ["./ring", {program = "./words", words = [""]}, {program = ["./master@0", "./worker@1-7"]}]
interface = "any"
skip_impossible = true
samples = 2
END
sed -i 's/return argc - 1;/return argc > 2;/' words.cpp
"$bin/switchyard-c++" -std=c++17 words.cpp -o words
sweep="$bin/switchyard sweep programs.toml --csv rows.csv"
expect 0 'rows.csv: 20 rows, 20 of them new' $sweep
expect 0 'mesh,8,master+worker,program,,0,1,1,virtual' cat rows.csv
expect 0 'rows.csv: 20 rows, 0 of them new' $sweep --resume
echo >>worker
expect 2 "there 'program: master+worker worker@1-7" $sweep --resume
printf 'schema_version = 1\nmachines = "mesh"\nnodes = 4\nprograms = ["./ring"]\n' >wrong.toml
expect 2 'it calls NX, which machine mesh did not have' "$bin/switchyard" sweep wrong.toml --dry-run
printf 'schema_version = 1\nmachines = "ipsc860"\nprograms = ["./none"]\n' >wrong.toml
expect 2 'wrong.toml:3:13: there is no such file' "$bin/switchyard" sweep wrong.toml --dry-run
printf 'schema_version = 1\nmachines = "ipsc860"\nprograms = {program = "mine", words = ["a"]}\n' >wrong.toml
expect 2 'words are for a C or C++ program' "$bin/switchyard" sweep wrong.toml --dry-run

expect 2 "--program: './ring': it calls NX, which machine cm5 did not have" $run --program ./ring --machine cm5
expect 0 '[0] all messages have come' $run --program ./ac --machine ipsc860 --nodes 8 -- 50 1000
expect 0 'phases, ' $run --program ./rs_nl --machine ipsc860 --nodes 8 -- 50 1000
expect 0 '[0] 7 blocks of 64 bytes from each node' $run --program ./pex --machine cm5 --nodes 8 -- 64
expect 0 '[0] 7 blocks of 64 bytes from each node' $run --program ./pex --machine cm5_cmmd3 --nodes 8 -- 64
expect 0 '[0] 7 blocks of 64 bytes from each node' $run --program ./pex --machine ipsc860 --nodes 8 --interface any -- 64
expect 2 "--program: './pex': it calls CMMD, which machine ipsc860 did not have" $run --program ./pex --machine ipsc860
expect 0 '[0] all messages have come' $run --program ./drs --machine cm5 --nodes 8 -- 50 1000
expect 0 'drs' "$bin/switchyard" trace --program ./drs --machine cm5 --nodes 8 --svg drs.svg
expect 2 "--program: './none': there is no such file" $run --program ./none
expect 2 '--interface: is for a C or C++ program' $run --interface any
expect 2 '--: what stands behind it is for a C or C++ program' $run -- word
expect 2 'this command takes no words behind --' "$bin/switchyard" list -- word

# What computing costs.
cat >computing.c <<'END'
#include <nx.h>
#include <stdio.h>
#include <stdlib.h>
#include <switchyard.h>
int main(int argc, char** argv) {
  const double begin = dclock();
  switchyard_compute(2);
  const int seconds = (int)(dclock() - begin);
  printf("%d seconds\n", seconds);
  if (argc > 1 && seconds == atoi(argv[1])) abort();
  return 0;
}
END
"$bin/switchyard-cc" computing.c -o computing
expect 0 '0 seconds' ./computing
expect 0 '[1] 0 seconds' $run --program ./computing --nodes 2
expect 0 '[1] 2 seconds' $run --program ./computing --nodes 2 --compute declared --check-determinism 2
expect 0 '[1] 0 seconds' $run --program ./computing --nodes 2 --compute measured:1
expect 0 'computing' "$bin/switchyard" trace --program ./computing --nodes 2 --compute declared --svg computing.svg
expect 2 "--compute: unknown cost 'declare'; did you mean 'declared'?" $run --program ./computing --compute declare
expect 2 "known: free, measured:K, declared" $run --program ./computing --compute fast
for factor in measured measured: measured:0 measured:-1 measured:x measured:1x measured:nan measured:inf; do
  expect 2 "--compute: '$factor' has no factor above 0" $run --program ./computing --compute $factor
done
expect 2 '--check-determinism: runs whose computing is measured' $run --program ./computing --compute measured:1 \
  --check-determinism 2
expect 2 '--compute: is for a C or C++ program' $run --program mine --compute declared
expect 2 'cannot be repeated' "$bin/switchyard" stress --program ./computing --nodes 2 --compute measured:1
expect 2 'cannot be repeated' "$bin/switchyard" stress --program ./computing --nodes 2 --compute measured:1 --exhaustive
expect 0 'computing' "$bin/switchyard" stress --program ./computing --nodes 2 --runs 5 -- 2
expect 1 "--compute declared -- 2" "$bin/switchyard" stress --program ./computing --nodes 2 --runs 5 \
  --compute declared -- 2
expect 1 'SIGABRT' "$bin/switchyard" stress --replay stress-computing-program_error.json
printf 'schema_version = 1\nmachines = "ipsc860"\nnodes = 2\nprograms = ["./computing"]\ncompute = "declared"\n' >cost.toml
expect 0 'of them new' "$bin/switchyard" sweep cost.toml --csv cost.csv
sed -i 's/"declared"/"free"/' cost.toml
expect 2 'compute declared' "$bin/switchyard" sweep cost.toml --csv cost.csv --resume
sed -i 's/"free"/"measured:1"/' cost.toml
expect 2 'cannot be repeated' "$bin/switchyard" sweep cost.toml --dry-run

# What a stress finds: a deadlock with the program's lines, on fewer nodes; crashes; and what never ends.
stress="$bin/switchyard stress"
expect 0 'threads' $stress --program ./ring --nodes 8 --runs 50
# However many sends wait for their receives, others go on.
cat >many_sends.c <<'END'
#include <mpi.h>
#include <stdio.h>
enum { MOST = 16 };
int main(int argc, char** argv) {
  int rank, ranks, sum = 0, value, out[MOST];
  MPI_Request requests[MOST];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int k = 0; k < MOST; ++k) {
    out[k] = k;
    MPI_Isend(&out[k], 1, MPI_INT, (rank + k + 1) % ranks, 0, MPI_COMM_WORLD, &requests[k]);
  }
  for (int k = MOST - 1; k >= 0; --k, sum += value)
    MPI_Recv(&value, 1, MPI_INT, (rank + 2 * ranks - k - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Waitall(MOST, requests, MPI_STATUSES_IGNORE);
  if (rank == 0) printf("the sum is %d\n", sum);
  MPI_Finalize();
  return 0;
}
END
"$bin/switchyard-mpicc" -O2 many_sends.c -o many_sends
for machine in ipsc860 cm5; do
  expect 0 '[0] the sum is 120' "$bin/switchyard" mpirun -n 32 --machine $machine ./many_sends
done

# Requests from after a fence never overtake those from before it.
cat >epochs.c <<'END'
#include <mpi.h>
#include <stdlib.h>
enum { MOST = 64 };
/* Rank t writes its age into its place of each window. Between two of these epochs all read places of all windows. */
int main(int argc, char** argv) {
  int rank, ranks, wrong = 0;
  long *mine, got[MOST];
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(MOST * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
  for (int i = 0; i < MOST; ++i) mine[i] = 0;
  MPI_Win_fence(0, window);
  for (long age = 0; age < 10; ++age) {
    const long next = age + 1;
    for (int k = 1; k < ranks; ++k) {
      const int target = (rank + k) % ranks;
      MPI_Get(&got[target], 1, MPI_LONG, target, (target + 2 * k) % ranks, 1, MPI_LONG, window);
    }
    MPI_Win_fence(0, window);
    for (int k = 1; k < ranks; ++k) MPI_Put(&next, 1, MPI_LONG, (rank + ranks - k) % ranks, rank, 1, MPI_LONG, window);
    for (int k = 1; k < ranks; ++k) wrong += 2 * k % ranks != 0 && got[(rank + k) % ranks] != age;
    MPI_Win_fence(0, window);
    for (int k = 1; k < ranks; ++k) wrong += mine[(rank + k) % ranks] != next;
  }
  if (wrong) abort();
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
END
"$bin/switchyard-mpicc" -O2 epochs.c -o epochs
for machine in ipsc860 cm5; do
  expect 0 'epochs     threads' $stress --program ./epochs --nodes 8 --machine $machine --runs 50
done
expect 3 '(wrong_ring.c:16)' $stress --program ./wrong_ring --nodes 8 --runs 40
expect 3 'shown here on 2 nodes' $stress --program ./wrong_ring --nodes 8 --runs 40
expect 3 'wrong_ring: deadlock after' $stress --replay stress-wrong_ring-deadlock.json
expect 3 'wrong_ring: deadlock' "$bin/switchyard" trace --replay stress-wrong_ring-deadlock.json --svg wrong.svg
line=$($stress --program ./wrong_ring --nodes 8 --runs 40 | sed -n 's/.*or without it: switchyard //p')
expect 3 'wrong_ring: deadlock after' "$bin/switchyard" $line
expect 1 'the program crashed: SIGABRT' $stress --program ./first --nodes 4 --runs 50
expect 1 'the program crashed: SIGABRT' $stress --replay stress-first-program_error.json
expect 1 'the program crashed: SIGFPE' $stress --program ./first --machine mesh --nodes 4 --interface any --runs 50 \
  --replay-folder . --json first.json -- 'a word'
expect 1 "--interface any -- 'a word'" $stress --program ./first --machine mesh --nodes 4 --interface any --runs 50 \
  -- 'a word'
expect 1 '[1] a word' $stress --replay stress-first-program_error-2.json
expect 1 'SIGSEGV (Segmentation fault) in csend (wild.c:5)' $run --program ./wild --nodes 4
expect 1 'SIGSEGV (Segmentation fault) in csend (wild.c:5)' $stress --program ./wild --nodes 4 --runs 50
expect 1 'wild: program_error' $stress --replay stress-wild-program_error.json
expect 5 'node 0 in its own code before its first call' $run --program ./endless --nodes 2 --host-limit 10ms
expect 5 'node 0 in a call that waits (read) before its first call' $run --program ./waits --nodes 2 --host-limit 500ms
expect 5 'node 0 in dclock (looks.c:' $run --program ./looks --nodes 2 --host-limit 500ms
expect 5 'node 0 in its own code before its first call' $stress --program ./endless --nodes 2 --runs 3 --host-limit 10ms \
  --strategies random
expect 5 'a node has not made a call since' $stress --program ./asleep --nodes 2 --runs 3 --host-limit 10ms \
  --strategies random
expect 5 'a node has not made a call since' $stress --program ./asleep --nodes 2 --exhaustive --host-limit 10ms
expect 0 'ring: one order stands for all' $stress --program ./ring --nodes 4 --exhaustive
expect 1 'first: program_error' $stress --program ./first --nodes 4 --exhaustive

# Many runs in one process that a run ends now and then: the same however many jobs; and all orders of them.
cat >dies.c <<'END'
#include <nx.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  char byte = 0;
  long i;
  if (mynode() != 0) csend(1, &byte, 1, 0, 0);
  for (i = 1; i < numnodes() && mynode() == 0; ++i) {
    crecv(1, &byte, 1);
    if (i == 1 && infonode() != 1) __asm__ volatile("syscall" : : "a"(SYS_exit_group), "D"(7)); /* past the C library */
  }
  return 0;
}
END
"$bin/switchyard-cc" dies.c -o dies
of_dies="$stress --program ./dies --nodes 4 --runs 200 --strategies random,pct,starve,buffers"
expect 1 'the program crashed: it ended its process with exit code 7' $of_dies --jobs 1 --json with_one_job
expect 1 'the program crashed: it ended its process with exit code 7' $of_dies --jobs 3 --json with_three_jobs
cmp with_one_job with_three_jobs || failed=1
expect 1 'ended its process with exit code 7' $stress --replay stress-dies-program_error.json
expect 1 'ended its process with exit code 7' $stress --program ./dies --nodes 4 --exhaustive --replay-folder output
expect 1 'ended its process with exit code 7' $stress --replay output/stress-dies-program_error.json

# Libraries of a program's own: each node has a copy of them, and of those that they need.
cat >count.h <<'END'
#ifdef __cplusplus
extern "C" {
#endif
int next(void);
extern int step;
#ifdef __cplusplus
}
#endif
END
cat >deeper.c <<'END'
#include <stdio.h>
int deeper(int number) { printf("deeper %d\n", number); return number; }
END
cat >own.c <<'END'
#include "count.h"
int deeper(int number);
int step = 1;
static int count;
__attribute__((constructor)) static void begin(void) { count = 10; }
int next(void) { return deeper(count += step); }
int old(void) { return 1; }
int new(void) { return 2; }
__asm__(".symver old, version@OWN_1");
__asm__(".symver new, version@@OWN_2");
END
echo 'OWN_1 { global: next; step; version; local: *; }; OWN_2 { global: version; } OWN_1;' >own.map
cat >user.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include "count.h"
int version(void);
int main(int argc, char** argv) {
  if (argc > 1) step = atoi(argv[1]);
  next();
  printf("%d by version %d\n", next(), version());
  return 0;
}
END
mkdir inner
gcc -shared -fPIC deeper.c -o inner/libdeeper.so
gcc -shared -fPIC own.c -Wl,--version-script=own.map -Linner -ldeeper -Wl,-rpath,'$ORIGIN/inner' -o libown.so
"$bin/switchyard-cc" user.c -L. -lown -Wl,-rpath-link,inner -Wl,-rpath,'$ORIGIN' -o shared
expect 0 '[0] 12 by version 2' $run --program ./shared --nodes 2
expect 0 '[1] deeper 12' $run --program ./shared --nodes 2
expect 0 '[1] 20 by version 2' $run --program ./shared --nodes 2 -- 5
expect 0 'shared     threads ' $stress --program ./shared --nodes 2 --runs 20
# What a header of C++ defines is there once for a program and its library.
cat >registry.hpp <<'END'
#include <string>
inline std::string registry = "begins";
void add();
struct Problem { virtual ~Problem() = default; };
[[noreturn]] void fail();
END
cat >registry.cpp <<'END'
#include "registry.hpp"
void add() { registry += ", and is added to by the library"; }
void fail() { throw Problem(); }
END
cat >registry_main.cpp <<'END'
#include <iostream>
#include "registry.hpp"
int main() {
  add();
  try {
    fail();
  } catch (const Problem&) {
    registry += ", which fails";
  }
  std::cout << registry << std::endl;
}
END
g++ -std=c++17 -shared -fPIC registry.cpp -o libregistry.so
"$bin/switchyard-c++" -std=c++17 registry_main.cpp -L. -lregistry -Wl,-rpath,"$PWD" -o registry
expect 0 '[1] begins, and is added to by the library, which fails' $run --program ./registry --nodes 2
# One whose library is wrong, or not there.
gcc -shared -fPIC -x c - -o libown.so <<'END'
int undefined(void);
int step;
int next(void) { return undefined(); }
int version(void) { return 0; }
END
expect 2 "has the library 'libown.so', which calls undefined, which neither it nor any interface of this program has" \
  $run --program ./shared --nodes 2
echo 'no library' >libown.so
expect 2 "libown.so', which is no program in ELF format" $run --program ./shared --nodes 2
rm libown.so
expect 2 "needs the library 'libown.so', which is not found; link with -Wl,-rpath,FOLDER" $run --program ./shared --nodes 2
gcc -shared -fPIC deeper.c -Wl,-soname,libmpi.so.40 -o libother.so
echo 'int deeper(int); int main(void) { return deeper(0); }' >other.c
"$bin/switchyard-cc" other.c -L. -lother -o other
expect 2 "needs the library 'libmpi.so.40' of another MPI" $run --program ./other --nodes 2
gcc -c -fPIC deeper.c -o deeper.o && ar rc libdeeper.a deeper.o
"$bin/switchyard-cc" other.c -L. -ldeeper -o alone
expect 0 '[1] deeper 0' $run --program ./alone --nodes 2

# The words of a program, and how its computing was counted, are in the rows.
expect 0 'computing' $run --program ./computing --nodes 2 --compute declared --csv computing.csv --json computing.json
expect 0 'computing,program,--compute declared,' cat computing.csv
expect 0 '"density": "--compute declared"' cat computing.json
expect 0 'ring' $run --program ./ring --nodes 2 --csv ring.csv -- a b
expect 0 'ring,program,a b,' cat ring.csv

# Under the clock virtual, nodes are fibers where threads are not asked for; both have the same times.
expect 0 ',virtual,fibers,' cat ring.csv
expect 0 'ring' $run --program ./ring --nodes 2 --executor threads --csv threads.csv -- a b
expect 0 ',virtual,threads,' cat threads.csv
expect 0 "$(tail -n 1 ring.csv | cut -d, -f15)" cut -d, -f15 threads.csv
expect 0 'ring' $run --program ./ring --nodes 2 --clock off --csv races.csv -- a b
expect 0 ',off,threads,' cat races.csv
printf 'int deep(int n) { volatile int all[1000] = {n}; return n ? deep(n - 1) + all[n %% 1000] : 0; }\nint main(void) { return deep(1000000); }\n' >deep.c
"$bin/switchyard-cc" -O0 deep.c -o deep
expect 1 'stack of 1048576 B' $run --program ./deep --nodes 2 --stack-bytes 1MiB
expect 1 'has used up its stack of 10' $run --program ./deep --nodes 2 --stack-bytes 1MiB --executor threads
printf '#include <string.h>\nint main(void) { char big[9000000]; memset(big, 1, sizeof(big)); return big[8999999] - 1; }\n' >big.c
"$bin/switchyard-cc" -O0 big.c -o big
expect 1 'stack of 1048576 B' $run --program ./big --nodes 2 --stack-bytes 1MiB
expect 0 'big' $run --program ./big --nodes 2 --stack-bytes 16MiB

cp first kept
echo >>first
expect 2 "the program './first' has changed since the run was found" $stress --replay stress-first-program_error.json
rm first
expect 2 "the program './first' cannot be run: there is no such file" "$bin/switchyard" trace \
  --replay stress-first-program_error.json
mv kept first
expect 2 '--: what stands behind it is for a C or C++ program' $stress --replay stress-first-program_error.json -- word
expect 2 '--program: does nothing beside --replay' $stress --replay stress-first-program_error.json --program ./first
expect 2 'it calls NX, which machine cm5 did not have' $stress --program ./ring --machine cm5
expect 2 '-static: a program that runs as nodes' "$bin/switchyard-cc" -static words.cpp
expect 0 '-shared' "$bin/switchyard-cc" --showme ring.c
expect 1 'undefined reference' "$bin/switchyard-c++" -x c++ - -o none <<'END'
void nobody_has_this();
int main() { nobody_has_this(); }
END

# Calls that a program declares by itself.
cat >plain.c <<'END'
#include <stdio.h>
long mynode(), numnodes();
void csend(), crecv();
int main() {
  long x = mynode();
  csend(1L, &x, (long)sizeof x, (x + 1) % numnodes(), 0L);
  crecv(1L, &x, (long)sizeof x);
  printf("from %ld\n", x);
  return 0;
}
END
printf 'int CMMD_self_address();\nint printf(const char*, ...);\nint main() { printf("node %%d\\n", CMMD_self_address()); return 0; }\n' >plain_cmmd.c
"$bin/switchyard-cc" -std=gnu89 plain.c -o plain
"$bin/switchyard-cc" -std=gnu89 plain_cmmd.c -o plain_cmmd
expect 0 '[0] from 3' $run --program ./plain --nodes 4
expect 2 'it calls NX, which machine cm5 did not have' $run --program ./plain --machine cm5
expect 0 '[1] node 1' $run --program ./plain_cmmd --machine cm5 --nodes 2

# Memory that is not freed, and a node that ends while another one waits for it.
cat >leaves.c <<'END'
#include <nx.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  char* volatile kept = malloc(100);
  if (argc > 1 && mynode() == 1) exit(3);
  if (argc > 1) gsync();
  return kept == NULL;
}
END
"$bin/switchyard-cc" -g leaves.c -o leaves
expect 0 'leaves' $run --program ./leaves --nodes 2
expect 1 'node 0: 100 B in 1 block (1 of leaves.c:4); node 1: 100 B' $run --program ./leaves --nodes 2 --leaks refused
expect 2 "--leaks: unknown setting 'refuse'; did you mean 'refused'?" $run --program ./leaves --nodes 2 --leaks refuse
expect 3 'node 1 has finished with exit code 3' $run --program ./leaves --nodes 2 -- ends

# The same of memory that C++ allocates, which the program, not the emulator, has to free.
cat >vectors.cpp <<'END'
#include <mpi.h>
#include <string>
int* kept;
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  kept = new int[100];
  std::string text(1000, 'x');
  char* bytes = &text[0];
  if (argc > 1) MPI_Bcast(bytes, 2000, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
END
"$bin/switchyard-mpicxx" -g vectors.cpp -o vectors
expect 1 'node 0: 400 B in 1 block' $run --program ./vectors --nodes 2 --leaks refused
expect 1 'beyond the end of the memory of 1001 B that the program has allocated' "$bin/switchyard" verify ./vectors \
  --nodes 2 -- long

# Memory that MPI has allocated has an end, too.
cat >beyond.c <<'END'
#include <mpi.h>
int main(int argc, char** argv) {
  int* memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    MPI_Alloc_mem(16, MPI_INFO_NULL, &memory);
    memory[4] = 1;
    MPI_Free_mem(memory);
  } else {
    MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memory[4] = 1;
    MPI_Win_free(&window);
  }
  MPI_Finalize();
  return 0;
}
END
"$bin/switchyard-mpicc" -g beyond.c -o beyond
expect 1 'directly behind the 16 B that MPI_Win_allocate (beyond.c:11) has allocated' "$bin/switchyard" verify ./beyond \
  --nodes 2
expect 1 'directly behind the 16 B that MPI_Alloc_mem (beyond.c:7) has allocated' "$bin/switchyard" verify ./beyond \
  --nodes 2 -- of MPI_Alloc_mem

# What the emulator keeps of signals does not lie in the memory of a node, which is given back at its end.
cat >handlers.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
static void handle(int signal) { exit(signal); }
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  void* large = malloc(200000);
  void* volatile other = malloc(100000);
  signal(SIGTERM, handle);
  MPI_Barrier(MPI_COMM_WORLD);
  free(other);
  free(large);
  MPI_Finalize();
  return 0;
}
END
"$bin/switchyard-mpicc" -g handlers.c -o handlers
expect 0 'handlers' $run --program ./handlers --nodes 2 --leaks refused
expect 0 'right: ./handlers' "$bin/switchyard" verify ./handlers --nodes 2

# An archive that was compiled for executables.
cat >archive.c <<'END'
extern int other_table[];
int table[] = {1, 2, 3};
int sum_of_tables(void) { return table[0] + other_table[1]; }
END
echo 'int other_table[] = {4, 5, 6};' >table.c
cat >linked.c <<'END'
#include <nx.h>
#include <stdio.h>
extern int sum_of_tables(void);
int main(void) {
  printf("%d\n", sum_of_tables());
  return 0;
}
END
cc -O2 -fPIE -c archive.c table.c
ar rc libtables.a archive.o table.o
"$bin/switchyard-cc" linked.c -o linked libtables.a
expect 0 '[1] 6' $run --program ./linked --nodes 2

# Builds that take the wrappers for their compilers.
cat >hello.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, first = 0, second = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int found = scanf("%d %d", &first, &second);
  printf("rank %d has read %d: %d %d\n", rank, found, first, second);
  MPI_Finalize();
  return 0;
}
END
echo 'int unused;' >unused.c
printf 'char MPI_Init(void);\nint main(void) { return MPI_Init(); }\n' >conftest.c # as configure scripts ask for a function
printf 'char MPI_Initialise(void);\nint main(void) { return MPI_Initialise(); }\n' >conftest_no.c
"$bin/switchyard-mpicc" -c hello.c && ar rc libhello.a hello.o
"$bin/switchyard-mpicc" unused.c -L. -lhello -o from_archive
"$bin/switchyard-mpicc" -fvisibility=hidden hello.c -o hidden
"$bin/switchyard-mpicc" -O2 -flto -s -pie hello.c -o stripped
for program in from_archive hidden stripped; do
  expect 0 '[1] rank 1 has read -1: 0 0' "$bin/switchyard" mpirun -n 2 ./$program </dev/null
done
echo 4 5 >numbers
expect 0 '[0] rank 0 has read 2: 4 5' "$bin/switchyard" mpirun -n 2 ./hidden <numbers
expect 0 'rank 0 has read 2: 4 5' "$bin/switchyard-mpirun" --oversubscribe --map-by core -np 2 ./hidden <numbers
expect 0 'rank 0 has read 2: 4 5' ./hidden <numbers
"$bin/switchyard-mpicc" conftest.c -o conftest
expect 1 'undefined reference' "$bin/switchyard-mpicc" conftest_no.c -o conftest_no
cat >counting.c <<'END'
#include <mpi.h>
#include <stdio.h>
static int barriers;
int MPI_Barrier(MPI_Comm comm)
{
  ++barriers;
  return PMPI_Barrier(comm);
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("%d barrier\n", barriers);
  return MPI_Finalize();
}
END
"$bin/switchyard-mpicc" counting.c -o counting
expect 0 '[1] 1 barrier' "$bin/switchyard" mpirun -n 2 ./counting
expect 0 '-lswitchyard-mpi' "$bin/switchyard-mpicc" -showme:link
expect 2 '-showme:all is unknown; write -showme with :command' "$bin/switchyard-mpicc" -showme:all
# A makefile writes -I at the end where a variable is empty: the wrapper's own words are not its value.
"$bin/switchyard-mpicc" hello.c -o empty -I
expect 0 '[1] rank 1 has read' "$bin/switchyard" mpirun -n 2 ./empty </dev/null
expect 0 'machine    mesh' "$bin/switchyard" mpirun -n 3 ./empty </dev/null
expect 2 '3 nodes are not a hypercube' "$bin/switchyard" mpirun -n 3 --machine ipsc860 ./empty
expect 1 'missing filename after' "$bin/switchyard-mpicc" hello.c -o
# A script that sets something and starts a program, as libtool makes them, is run as that program.
printf '#!/bin/sh\nOWN_SETTING="set by it" exec ./setting "$@" last\n' >script
printf '#!/bin/sh\necho no program; exit ${1:-0}\n' >idle
chmod +x script idle
cat >setting.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  printf("%s, %s and %s of %d\n", getenv("OWN_SETTING"), argv[1], argv[2], argc);
  MPI_Finalize();
  return getenv("SWITCHYARD_SCRIPT_WORDS") != NULL;
}
END
"$bin/switchyard-mpicc" setting.c -o setting
expect 0 '[2] set by it, two words and last of 3' "$bin/switchyard" mpirun -n 4 ./script 'two words'
expect 0 '[1] set by it, first and last of 3' $run --machine cm5 --nodes 2 --program ./script -- first
expect 0 'right: ' "$bin/switchyard" verify ./script --nodes 2 -- first
expect 2 'is a script that has started no program' "$bin/switchyard" mpirun -n 2 ./idle
expect 7 'no program' "$bin/switchyard" mpirun -n 2 ./idle 7
# What CMake makes of these flags: the linker alone is told of a shared object, and the archive is named by its path.
cc $("$bin/switchyard-mpicc" -showme:compile) -c hello.c -o flags.o
cc $("$bin/switchyard-mpicc" -showme:link | tr ' ' '\n' | grep -v '^-[lL]') flags.o \
  "$bin/libswitchyard-mpi.a" -o flags
expect 0 '[1] rank 1 has read' "$bin/switchyard" mpirun -n 2 ./flags </dev/null
exit $failed
