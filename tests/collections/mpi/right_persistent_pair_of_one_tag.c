// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Persistent sends and receives with the same tag are started together, in two rounds.
#include <mpi.h>
int main(int argc, char** argv) {
  int me, in = 0, out = 0;
  MPI_Request requests[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Recv_init(&in, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(&out, 1, MPI_INT, 1 - me, 3, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 2; ++i) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Finalize();
  return 0;
}
