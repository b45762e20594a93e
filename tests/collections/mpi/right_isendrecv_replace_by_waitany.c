// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A value goes round the ring in one buffer for both directions, and MPI_Waitany completes each step.
#include <mpi.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int rank, size, which;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank + size - 1) % size, value = rank;
  for (int step = 1; step <= size; ++step)
    {
      MPI_Request q;
      MPI_Isendrecv_replace (&value, 1, MPI_INT, right, 0, left, 0, MPI_COMM_WORLD, &q);
      MPI_Waitany (1, &q, &which, MPI_STATUS_IGNORE);
      if (which != 0 || value != (rank + size - step) % size)
        abort ();
    }
  MPI_Finalize ();
  return 0;
}
