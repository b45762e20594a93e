// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Two pairs with one tag match in the order of initialization although started in the other.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int a[2] = { 1, 2 }, b[2] = { 3, 4 };
  MPI_Request q[2];
  if (rank == 0)
    {
      MPI_Psend_init (a, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
      MPI_Psend_init (b, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
      for (int k = 1; k >= 0; k--)
        {
          MPI_Start (&q[k]);
          MPI_Pready_range (0, 1, q[k]);
          MPI_Wait (&q[k], MPI_STATUS_IGNORE);
        }
    }
  else
    {
      a[0] = a[1] = b[0] = b[1] = 0;
      MPI_Precv_init (a, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
      MPI_Precv_init (b, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
      MPI_Startall (2, q);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (a[0] != 1 || a[1] != 2 || b[0] != 3 || b[1] != 4)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
