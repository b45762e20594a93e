// verdict: wrong
// class: epoch_lifecycle
// also: none
// nodes: 2
// call: MPI_Put:18
// why: The put precedes the first fence, so no epoch is open.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float field[4] = { 0 }, b[4] = { 1, 1, 1, 1 };
  MPI_Win w;
  MPI_Win_create(field, sizeof field, sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Put(b, 4, MPI_FLOAT, 1 - rank, 0, 4, MPI_FLOAT, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
