// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:18
// why: A wait for the copy of a communicator need not wait for process 1, whose receive may come after the ready send.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, sent = 5, got = 0;
  MPI_Request receive = MPI_REQUEST_NULL, duplication;
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
  MPI_Comm_idup(MPI_COMM_WORLD, &copy, &duplication);
  MPI_Wait(&duplication, MPI_STATUS_IGNORE);
  if (rank == 0) MPI_Rsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
