// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Fetch_and_op:24
// why: The ticket from fetch-and-op indexes the next put before it was completed by a flush.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *q, one = 1, pos = 0;
  MPI_Win w;
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &q, &w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w);
  for (int i = 0; i < 8; i++)
    q[i] = 0;
  MPI_Win_unlock(rank, w);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  MPI_Fetch_and_op(&one, &pos, MPI_INT, 0, 0, MPI_SUM, w);
  int item = 100 + pos;
  MPI_Accumulate(&item, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, w);
  MPI_Win_unlock_all(w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
