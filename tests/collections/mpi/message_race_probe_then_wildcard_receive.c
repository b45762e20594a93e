// verdict: wrong
// class: message_race
// also: memory
// nodes: 3
// call: MPI_Probe:20, MPI_Recv:23
// why: The receive after the probe is again a wildcard and may take the longer message of the other process, which is then truncated.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int self, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int data[8] = {0}, total = 0;
  if (self == 0) {
    for (int k = 1; k < ranks; k++) {
      MPI_Status st;
      int n;
      MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &st);
      MPI_Get_count(&st, MPI_INT, &n);
      int *b = malloc(n * sizeof(int));
      MPI_Recv(b, n, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      total += b[0] * n;
      free(b);
    }
    if (total != 2 * 1 + 8 * 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    data[0] = self;
    MPI_Send(data, self == 1 ? 2 : 8, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
