// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Process 0 injects the token and takes it back after the round.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int tok = 0;
  if (rank == 0) {
    MPI_Ssend(&tok, 1, MPI_INT, 1 % size, 99, MPI_COMM_WORLD);
    MPI_Recv(&tok, 1, MPI_INT, size - 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (tok != size * (size - 1) / 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Recv(&tok, 1, MPI_INT, rank - 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tok += rank;
    MPI_Ssend(&tok, 1, MPI_INT, (rank + 1) % size, 99, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
