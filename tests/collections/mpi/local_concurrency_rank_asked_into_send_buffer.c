// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Isend:14, MPI_Comm_rank:15
// why: The rank is stored into a buffer that is being sent, although it is there already.
#include <mpi.h>
int main(int argc, char **argv) {
  int record[3] = {0, 5, 6}, rank;
  MPI_Request q;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Isend(record, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
    MPI_Comm_rank(MPI_COMM_WORLD, &record[0]);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(record, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
