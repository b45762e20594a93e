// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 2
// call: MPI_Startall:19
// why: One member of the array is already active when MPI_Startall starts all of them.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int a = rank, b = 0;
  MPI_Request q[2];
  int p = 1 - rank;
  MPI_Recv_init(&b, 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Send_init(&a, 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[1]);
  MPI_Start(&q[0]);
  MPI_Startall(2, q);
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  MPI_Request_free(&q[0]);
  MPI_Request_free(&q[1]);
  MPI_Finalize();
  return 0;
}
