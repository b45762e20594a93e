// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Send:17, MPI_Recv:19
// why: A late farewell message is sent after MPI_Finalize.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int bye = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (myid == 1)
    MPI_Send(&bye, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&bye, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return 0;
}
