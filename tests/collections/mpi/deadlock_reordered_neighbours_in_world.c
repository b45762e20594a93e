// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Sendrecv:19
// why: Ranks may be reordered in the line, but messages go to the neighbours' ranks in MPI_COMM_WORLD.
#include <mpi.h>

int main(int argc, char **argv)
{
  int size, open = 0, lower, upper;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm line;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &open, 1, &line);
  MPI_Cart_shift(line, 0, 1, &lower, &upper);
  float border = 1, ghost = 0;
  // The communicator should be the line.
  MPI_Sendrecv(&border, 1, MPI_FLOAT, upper, 4, &ghost, 1, MPI_FLOAT, lower, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Comm_free(&line);
  MPI_Finalize();
  return 0;
}
