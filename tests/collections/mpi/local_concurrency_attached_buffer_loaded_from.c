// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Buffer_attach:16, load:18
// why: The program uses memory of the attached buffer while it belongs to MPI.
#include <mpi.h>
#include <stdio.h>
static char room[4096];
int main(int argc, char **argv) {
  int rank, value = 7, bytes;
  void *detached;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    value += room[3];
    MPI_Buffer_detach(&detached, &bytes);
    printf("%d\n", value);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
