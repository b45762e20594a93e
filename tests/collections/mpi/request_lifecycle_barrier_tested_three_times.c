// verdict: wrong
// class: request_lifecycle
// also: call_ordering
// nodes: 3
// call: MPI_Ibarrier:15
// why: The program gives up after three tests of a barrier that may need longer.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, flag = 0, tries = 0;
  MPI_Request bar;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Ibarrier(MPI_COMM_WORLD, &bar);
  while (!flag && tries < 3) {
    MPI_Test(&bar, &flag, MPI_STATUS_IGNORE);
    tries++;
  }
  MPI_Finalize();
  return 0;
}
