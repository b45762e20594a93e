// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: MPI_Send:17, MPI_Bcast:18
// why: The root sends to process 2 before the broadcast which process 2 enters before its receive.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int special = 9, common = self == 0 ? 4 : 0;
  if (self == 0)
    MPI_Send (&special, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  MPI_Bcast (&common, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (self == 2)
    {
      MPI_Recv (&special, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (special + common != 13)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return 0;
}
