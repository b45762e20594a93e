/* Dining philosophers: the first half of the ranks are philosophers, the second half are the forks between them. A fork
 * belongs to one philosopher at a time, in the order in which they ask. The last philosopher asks for the right fork
 * first, so that nobody waits for ever. */
#include <mpi.h>

enum { ASK, HAVE, RETURN };

static void take(int fork) {
  MPI_Send(0, 0, MPI_INT, fork, ASK, MPI_COMM_WORLD);
  MPI_Recv(0, 0, MPI_INT, fork, HAVE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int philosophers = ranks / 2;
  if (rank < philosophers) {
    const int left = philosophers + rank, right = philosophers + (rank + 1) % philosophers;
    const int is_last = rank == philosophers - 1;
    take(is_last ? right : left);
    take(is_last ? left : right);
    MPI_Send(0, 0, MPI_INT, left, RETURN, MPI_COMM_WORLD);
    MPI_Send(0, 0, MPI_INT, right, RETURN, MPI_COMM_WORLD);
  } else {
    for (int uses = 0; uses < 2; ++uses) {
      MPI_Status status;
      MPI_Recv(0, 0, MPI_INT, MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD, &status);
      MPI_Send(0, 0, MPI_INT, status.MPI_SOURCE, HAVE, MPI_COMM_WORLD);
      MPI_Recv(0, 0, MPI_INT, status.MPI_SOURCE, RETURN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
