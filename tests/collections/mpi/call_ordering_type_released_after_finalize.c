// verdict: wrong
// class: call_ordering
// also: resource_leak
// nodes: 2
// call: MPI_Type_free:22
// why: The derived type is freed only after MPI_Finalize.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype pair;
  int v[2] = {rank, rank};
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Bcast(v, 1, pair, 0, MPI_COMM_WORLD);
  if (v[1] != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  MPI_Type_free(&pair);
  return 0;
}
