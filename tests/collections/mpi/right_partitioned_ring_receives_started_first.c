// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Everyone starts its receive before it waits for its send.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int size, out[2], in[2];
  MPI_Request s, r;
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Psend_init (out, 2, 1, MPI_INT, right, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &s);
  MPI_Precv_init (in, 2, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  for (int round = 1; round <= 3; round++)
    {
      out[0] = rank + round;
      out[1] = rank - round;
      MPI_Start (&s);
      MPI_Pready_range (0, 1, s);
      MPI_Start (&r);
      MPI_Wait (&s, MPI_STATUS_IGNORE);
      MPI_Wait (&r, MPI_STATUS_IGNORE);
      if (in[0] != left + round || in[1] != left - round)
        MPI_Abort (MPI_COMM_WORLD, 1);
    }
  MPI_Request_free (&s);
  MPI_Request_free (&r);
  MPI_Finalize ();
  return 0;
}
