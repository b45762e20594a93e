// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A put begins only after its target has called the fence, too, and so after the store of the target before it.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, cells[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(cells, sizeof cells, sizeof cells[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int phase = 1; phase <= 2; ++phase) {
    cells[0] = cells[1] = -1;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank != 0) MPI_Put(&rank, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, win);
    if (rank == 0) MPI_Put(&phase, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 0 && (cells[0] != 1 || cells[1] != 2)) MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 1 && (cells[0] != phase || cells[1] != -1)) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
