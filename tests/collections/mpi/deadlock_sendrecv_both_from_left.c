// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Sendrecv:18
// why: Everybody sends to the right but expects a message from the right as well, so nothing arrives from there.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (my_rank + 1) % size;
  int a = my_rank, b = -1;
  MPI_Sendrecv(
    &a, 1, MPI_INT, right, 5, &b, 1, MPI_INT, right, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (b < 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
