// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The persistent receive is started as often as readings are sent, then freed.
#include <mpi.h>

int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int v = 0;
  if (myid == 0) {
    for (int i = 0; i < 4; i++)
      MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Request r;
    int sum = 0;
    MPI_Recv_init(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    for (int i = 0; i < 4; i++) {
      MPI_Start(&r);
      MPI_Wait(&r, MPI_STATUS_IGNORE);
      sum += v;
    }
    MPI_Request_free(&r);
    if (sum != 6)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
