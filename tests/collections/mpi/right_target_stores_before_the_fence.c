// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The target initialises its cell before the opening fence.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int cell[2] = { 0, 0 }, v = 8;
  MPI_Win w;
  MPI_Win_create(cell, sizeof cell, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (me == 1) {
    cell[0] = 4;
    cell[1] = 5;
  }
  MPI_Win_fence(0, w);
  if (me == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 1, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  if (me == 1 && (cell[1] != 8 || cell[0] != 4))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
