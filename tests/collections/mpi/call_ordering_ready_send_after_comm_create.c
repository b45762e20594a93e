// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:19
// why: Both processes know the group of the new communicator, so that none need wait for the other one.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, sent = 5, got = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm both;
  MPI_Group everybody;
  MPI_Comm_group(MPI_COMM_WORLD, &everybody);
  if (rank == 1) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
  MPI_Comm_create(MPI_COMM_WORLD, everybody, &both);
  if (rank == 0) MPI_Rsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Group_free(&everybody);
  MPI_Comm_free(&both);
  MPI_Finalize();
  return 0;
}
