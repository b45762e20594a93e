// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Rsend:18
// why: MPI_Comm_create_group need not wait for process 1, whose receive may so be posted after the ready send.
#include <mpi.h>
int main(int argc, char** argv) {
  int rank, sent = 5, got = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Group all;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (rank == 1) MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  MPI_Comm_create_group(MPI_COMM_WORLD, all, 0, &comm);
  if (rank == 0) MPI_Rsend(&sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
