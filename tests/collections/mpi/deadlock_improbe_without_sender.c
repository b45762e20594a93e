// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Improbe:15
// why: Process 1 probes for ever for a message that nobody sends.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, found = 0;
  MPI_Message message;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1)
    while (!found) MPI_Improbe(0, 0, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
