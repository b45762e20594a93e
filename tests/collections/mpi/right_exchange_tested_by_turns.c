// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each process tests its send and its receive by turns.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  int in = -1, sent = 0, received = 0;
  MPI_Request qs, qr;
  MPI_Irecv (&in, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &qr);
  MPI_Issend (&rank, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &qs);
  while (!sent || !received)
    {
      if (!sent)
        MPI_Test (&qs, &sent, MPI_STATUS_IGNORE);
      if (!received)
        MPI_Test (&qr, &received, MPI_STATUS_IGNORE);
    }
  if (in != 1 - rank)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Finalize ();
  return 0;
}
