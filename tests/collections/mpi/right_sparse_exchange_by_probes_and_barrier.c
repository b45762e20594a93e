// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each rank sends one synchronous message, and probes for messages until a barrier, begun once its own was taken, ends.
#include <mpi.h>

enum { DATA = 11 };

int main(int argc, char** argv) {
  int rank, ranks, value = -1, found, is_sent = 0, is_over = 0;
  MPI_Request message, barrier;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Issend(&rank, 1, MPI_INT, (rank + 1) % ranks, DATA, MPI_COMM_WORLD, &message);
  while (!is_over) {
    MPI_Iprobe(MPI_ANY_SOURCE, DATA, MPI_COMM_WORLD, &found, &status);
    if (found) MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is_sent) {
      MPI_Test(&barrier, &is_over, MPI_STATUS_IGNORE);
    } else {
      MPI_Test(&message, &is_sent, MPI_STATUS_IGNORE);
      if (is_sent) MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    }
  }
  if (value != (rank + ranks - 1) % ranks) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
