// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The duplicate is created collectively and then used for a broadcast.
#include <mpi.h>

int
main (void)
{
  int myid;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  MPI_Comm c;
  int seed = myid == 2 ? 77 : 0;
  MPI_Comm_dup (MPI_COMM_WORLD, &c);
  MPI_Bcast (&seed, 1, MPI_INT, 2, c);
  MPI_Comm_free (&c);
  if (seed != 77)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
