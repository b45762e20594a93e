// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The key of the split may be negative: ranks are reversed.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm c;
  int r;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &c);
  MPI_Comm_rank(c, &r);
  if (r != size - 1 - rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&c);
  MPI_Finalize();
  return 0;
}
