// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Uneven parts go to the root and come back doubled; the count arrays stay as they are.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int part[3], all[6], len[3] = { 1, 2, 3 }, at[3] = { 0, 1, 3 };
  int n = rank + 1;
  MPI_Request in, out;
  MPI_Gatherv_init (part, n, MPI_INT, all, len, at, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &in);
  MPI_Scatterv_init (all, len, at, MPI_INT, part, n, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &out);
  for (int i = 0; i < n; i++)
    part[i] = rank + 1;
  for (int round = 1; round <= 4; round++)
    {
      MPI_Start (&in);
      MPI_Wait (&in, MPI_STATUS_IGNORE);
      if (rank == 0)
        for (int i = 0; i < 6; i++)
          all[i] *= 2;
      MPI_Start (&out);
      MPI_Wait (&out, MPI_STATUS_IGNORE);
    }
  for (int i = 0; i < n; i++)
    if (part[i] != 16 * (rank + 1))
      MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Request_free (&in);
  MPI_Request_free (&out);
  MPI_Finalize ();
  return 0;
}
