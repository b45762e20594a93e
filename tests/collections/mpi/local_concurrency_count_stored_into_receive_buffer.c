// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Irecv:15, MPI_Get_count:17
// why: The number of values of one message is stored where another message is being received.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, body[4] = {0}, head[2] = {0};
  MPI_Request q;
  MPI_Status s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    MPI_Irecv(body, 4, MPI_INT, 0, 1, MPI_COMM_WORLD, &q);
    MPI_Recv(head, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_INT, &body[3]);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  } else if (rank == 0) {
    MPI_Send(head, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(body, 4, MPI_INT, 1, 1, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
