// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Two messages of one sender that both match a receive are taken in the order sent.
#include <mpi.h>

int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  if (myid == 0) {
    int a = 1, b = 2;
    MPI_Send(&a, 1, MPI_INT, 1, 10, MPI_COMM_WORLD);
    MPI_Send(&b, 1, MPI_INT, 1, 20, MPI_COMM_WORLD);
  } else {
    int x, y;
    MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (x != 1 || y != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
