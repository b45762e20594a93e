// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Wait:19
// why: Each node sends with one tag and receives with another, so that no receive ever gets its message.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank + size - 1) % size, out = rank, in = -1;
  MPI_Request q;
  MPI_Isendrecv (&out, 1, MPI_INT, right, 1, &in, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &q);
  MPI_Wait (&q, MPI_STATUS_IGNORE);
  MPI_Finalize ();
  return 0;
}
