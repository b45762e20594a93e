// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The memory is used before it is attached and after it is detached, and beside the attached part of it.
#include <mpi.h>
#include <string.h>
static char room[4096];
int main(int argc, char **argv) {
  int rank, value = 7, bytes;
  char *detached;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memset(room, 'a', sizeof room);
  MPI_Buffer_attach(room, 2048);
  MPI_Bsend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  room[2048] = 'b';
  MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&detached, &bytes);
  detached[0] = 'c';
  if (bytes != 2048 || room[0] + room[2048] != 'b' + 'c') MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
