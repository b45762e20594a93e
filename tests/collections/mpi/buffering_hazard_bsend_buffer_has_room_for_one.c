// verdict: wrong
// class: buffering_hazard
// also: memory
// nodes: 2
// call: MPI_Bsend:18
// why: The buffer has room for one message, and nothing says that the first one has left it.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, k, value = 0;
  double room[64];
  void *back;
  int bytes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Buffer_attach(room, MPI_BSEND_OVERHEAD + (int)sizeof(int));
    for (k = 0; k < 3; k++) {
      MPI_Bsend(&k, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      value += k;
    }
    MPI_Buffer_detach(&back, &bytes);
  } else {
    for (k = 0; k < 3; k++) {
      MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (value != k) MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Finalize();
  return 0;
}
