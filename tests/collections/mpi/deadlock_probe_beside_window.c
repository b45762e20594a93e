// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Probe:16
// why: Both ranks probe for a message that the other one does not send.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Probe(1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
