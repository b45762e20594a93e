// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 2
// call: MPI_Win_free:16
// why: Only rank 0 frees the window, which waits for the other rank (MPI 3.1, sec. 11.2.5).
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
