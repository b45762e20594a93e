// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each node exchanges with both neighbours by sends and receives that share a request, and waits for all.
#include <mpi.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int rank, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int to_right = rank, to_left = -rank, from_left = -1, from_right = 1;
  MPI_Request q[2];
  MPI_Isendrecv (&to_right, 1, MPI_INT, right, 1, &from_left, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &q[0]);
  MPI_Isendrecv (&to_left, 1, MPI_INT, left, 2, &from_right, 1, MPI_INT, right, 2, MPI_COMM_WORLD, &q[1]);
  MPI_Waitall (2, q, MPI_STATUSES_IGNORE);
  if (from_left != left || from_right != -right)
    abort ();
  MPI_Finalize ();
  return 0;
}
