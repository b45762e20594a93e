// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 3
// call: MPI_Bcast:15
// why: Every process names itself as root of the broadcast.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int cfg = rank + 100;
  MPI_Bcast(&cfg, 1, MPI_INT, rank, MPI_COMM_WORLD);
  printf("%d\n", cfg);
  MPI_Finalize();
  return 0;
}
