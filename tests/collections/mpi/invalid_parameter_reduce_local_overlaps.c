// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Reduce_local:15
// why: The prefix sums are formed by adding an array to itself, one place further.
#include <mpi.h>

int main(int argc, char **argv)
{
  long sums[4] = {1, 1, 1, 1};
  MPI_Init(&argc, &argv);
  // Each call should add another array.
  for (int step = 1; step < 4; step *= 2) {
    MPI_Reduce_local(sums, sums + step, 4 - step, MPI_LONG, MPI_SUM);
  }
  MPI_Finalize();
  return sums[3] < 1;
}
