// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A nonblocking broadcast and a message, one or both at a time.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int a = rank == 0 ? 7 : 0, b = rank == 0 ? 5 : 0;
  MPI_Request q[2];
  MPI_Ibcast (&a, 1, MPI_INT, 0, MPI_COMM_WORLD, &q[0]);
  if (rank == 0)
    MPI_Isend (&b, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &q[1]);
  else
    MPI_Irecv (&b, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &q[1]);
  for (int n = 0; n < 2;)
    {
      int which[2], count;
      MPI_Testsome (2, q, &count, which, MPI_STATUSES_IGNORE);
      n += count;
    }
  if (a != 7 || b != 5)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
