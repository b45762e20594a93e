// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A value comes from rank 1 to rank 0, after the put is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
  int rank, *memory, out[3] = {1, 1, 1}, in[3], places[3] = {0, 1, 2};
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  int given[3] = {1, 1, 1}, taken[3] = {1, 1, 1};
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
  }
  MPI_Alltoallv(out, given, places, MPI_INT, in, taken, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0 && *memory > 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
