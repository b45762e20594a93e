// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: All members of each row and each column run the reductions in the same order on a 2x2 grid.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  MPI_Comm row, col;
  int v = self, rs, cs;
  MPI_Comm_split (MPI_COMM_WORLD, self / 2, self, &row);
  MPI_Comm_split (MPI_COMM_WORLD, self % 2, self, &col);
  MPI_Allreduce (&v, &rs, 1, MPI_INT, MPI_SUM, row);
  MPI_Allreduce (&rs, &cs, 1, MPI_INT, MPI_SUM, col);
  if (cs != 6)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Comm_free (&col);
  MPI_Comm_free (&row);
  MPI_Finalize ();
  return 0;
}
