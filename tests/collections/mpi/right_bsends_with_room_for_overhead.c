// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer has room for both messages, and MPI_BSEND_OVERHEAD for each.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  int rank, size, values[2] = {5, 6};
  void *room;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &size);
  size = 2 * (size + MPI_BSEND_OVERHEAD);
  room = malloc(size);
  MPI_Buffer_attach(room, size);
  for (int i = 0; i < 2; i++)
    if (rank == 0)
      MPI_Bsend(&values[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(&values[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&room, &size);
  free(room);
  MPI_Finalize();
  return 0;
}
