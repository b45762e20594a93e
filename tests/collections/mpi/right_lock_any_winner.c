// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The lock server serves any order; only mutual exclusion is checked.
#include <mpi.h>

int
main (void)
{
  int self;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &self);
  if (self == 0)
    {
      int who, held = 0;
      MPI_Status st;
      for (int k = 0; k < 2; k++)
        {
          MPI_Recv (&who, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &st);
          if (held++ || who != st.MPI_SOURCE)
            MPI_Abort (MPI_COMM_WORLD, 1);
          MPI_Send (&k, 1, MPI_INT, who, 2, MPI_COMM_WORLD);
          MPI_Recv (NULL, 0, MPI_INT, who, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          held--;
        }
    }
  else
    {
      int turn;
      MPI_Send (&self, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
      MPI_Recv (&turn, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send (NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
  MPI_Finalize ();
  return 0;
}
