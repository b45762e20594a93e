/* All other ranks send one number to rank 0, which takes them as they come and adds them up.
 * usage: fan_in ROUNDS */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int rounds = argc > 1 ? atoi(argv[1]) : 1;
  long sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (rank != 0) {
      MPI_Send(&rank, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
      continue;
    }
    for (int i = 1; i < ranks; ++i) {
      int value;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += value;
    }
  }
  if (rank == 0 && sum != (long)rounds * ranks * (ranks - 1) / 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
