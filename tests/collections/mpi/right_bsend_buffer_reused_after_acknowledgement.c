// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: An answer shows that the message has left the buffer, which then has room for the next one.
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
      MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Buffer_detach(&back, &bytes);
  } else {
    for (k = 0; k < 3; k++) {
      MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
