// verdict: wrong
// class: buffering_hazard
// also: invalid_parameter, memory
// nodes: 2
// call: MPI_Bsend:19
// why: The buffer has room for the data, and none for MPI_BSEND_OVERHEAD (MPI 3.1, sec. 3.6).
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int rank, size, value = 5;
  void *room;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &size);
  room = malloc(size);
  MPI_Buffer_attach(room, size);
  if (rank == 0) MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&room, &size);
  free(room);
  MPI_Finalize();
  return 0;
}
