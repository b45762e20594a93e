// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The caller's array outlives the receive.
#include <mpi.h>

static MPI_Request post(int *box) {
  MPI_Request q;
  MPI_Irecv(box, 16, MPI_INT, 0, 0, MPI_COMM_WORLD, &q);
  return q;
}
int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  if (myid == 0) {
    int v[16] = {7, 7};
    MPI_Send(v, 16, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    int b[16];
    MPI_Request q = post(b);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (b[1] != 7 || b[2])
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
