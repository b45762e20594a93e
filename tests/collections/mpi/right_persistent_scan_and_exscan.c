// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Prefix sums with changing contents; the exclusive one is not read on process 0.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int mine, incl = 0, excl = 0;
  MPI_Request q[2];
  MPI_Scan_init (&mine, &incl, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[0]);
  MPI_Exscan_init (&mine, &excl, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &q[1]);
  for (int round = 1; round <= 3; round++)
    {
      mine = round * (rank + 1);
      MPI_Startall (2, q);
      MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
      if (incl != round * (rank + 1) * (rank + 2) / 2)
        MPI_Abort (MPI_COMM_WORLD, 1);
      if (rank > 0 && excl != incl - mine)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&q[0]);
  MPI_Request_free (&q[1]);
  MPI_Finalize ();
  return 0;
}
