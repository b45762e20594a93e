// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:14
// why: The rank that receives gives up if the second worker comes first; that the others then wait is no deadlock.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int me, from;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (from == 2) abort();
    MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
