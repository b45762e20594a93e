// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Request-based accumulations are completed by MPI_Waitall before the epoch ends.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self, world;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  MPI_Comm_size (MPI_COMM_WORLD, &world);
  long *score, add = self + 1, before[3];
  MPI_Win w;
  MPI_Request q[3];
  MPI_Win_allocate (sizeof *score, sizeof *score, MPI_INFO_NULL, MPI_COMM_WORLD, &score, &w);
  MPI_Win_lock (MPI_LOCK_EXCLUSIVE, self, 0, w);
  *score = 0;
  MPI_Win_unlock (self, w);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_lock_all (0, w);
  for (int p = 0; p < world; p++)
    MPI_Rget_accumulate (&add, 1, MPI_LONG, &before[p], 1, MPI_LONG, p, 0, 1, MPI_LONG, MPI_SUM,
                         w, &q[p]);
  MPI_Waitall (world, q, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all (w);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_lock (MPI_LOCK_SHARED, self, 0, w);
  long s = *score;
  MPI_Win_unlock (self, w);
  if (s != 6 || before[0] < 0 || before[2] > 5)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
