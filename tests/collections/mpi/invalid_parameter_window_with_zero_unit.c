// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Win_create:14
// why: The displacement unit of the window is zero.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int cells[4] = {0};
  MPI_Win w;
  int unit = 0;
  MPI_Win_create(cells, sizeof cells, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
