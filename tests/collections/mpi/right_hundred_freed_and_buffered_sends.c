// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The attached buffer has room for all messages, and every receive names its source, so that there is one order.
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 100 };

int
main (int argc, char **argv)
{
  int rank, size, bytes, value;
  static int values[COUNT];
  void *buffer;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Pack_size (1, MPI_INT, MPI_COMM_WORLD, &bytes);
  bytes = COUNT * (bytes + MPI_BSEND_OVERHEAD);
  buffer = malloc (bytes);
  MPI_Buffer_attach (buffer, bytes);
  for (int i = 0; i < COUNT; i++)
    {
      if (rank != 0)
        MPI_Bsend (&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      else
        for (int from = 1; from < size; from++)
          MPI_Recv (&value, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  for (int i = 0; i < COUNT; i++)
    {
      if (rank == 0)
        {
          MPI_Request sent;
          values[i] = i;
          MPI_Isend (&values[i], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &sent);
          MPI_Request_free (&sent);
        }
      else if (rank == 1)
        MPI_Recv (&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  MPI_Buffer_detach (&buffer, &bytes);
  free (buffer);
  MPI_Finalize ();
  return 0;
}
