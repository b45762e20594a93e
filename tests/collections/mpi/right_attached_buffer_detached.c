// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The attached buffer is detached, which waits for the messages, and then freed.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int ps, sz, x = rank;
  char *b;
  void *old;
  int osz;
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &ps);
  sz = MPI_BSEND_OVERHEAD + ps;
  b = malloc(sz);
  MPI_Buffer_attach(b, sz);
  if (rank == 0)
    MPI_Bsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (x != 0)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Buffer_detach(&old, &osz);
  free(old);
  MPI_Finalize();
  return 0;
}
