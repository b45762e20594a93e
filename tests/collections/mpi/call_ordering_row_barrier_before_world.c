// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 4
// call: MPI_Barrier:16, MPI_Barrier:19
// why: Process 0 enters the world barrier first while the other member of its row enters the row barrier first.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm row;
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(row);
  } else {
    MPI_Barrier(row);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Comm_free(&row);
  MPI_Finalize();
  return 0;
}
