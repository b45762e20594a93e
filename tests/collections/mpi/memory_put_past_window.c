// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 2
// call: MPI_Put:18
// why: The displacement 4 lies behind the window of four elements.
#include <mpi.h>

int main(void) {
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int cells[4] = {0}, v = 1;
  MPI_Win w;
  MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 4, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
