// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_ANY_TAG in the receive; the tag in the status steers the answer.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int self;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  int x = 6;
  if (self == 0)
    MPI_Send (&x, 1, MPI_INT, 1, 33, MPI_COMM_WORLD);
  else
    {
      MPI_Status st;
      x = 0;
      MPI_Recv (&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
      if (st.MPI_TAG != 33 || x != 6)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Finalize ();
  return 0;
}
