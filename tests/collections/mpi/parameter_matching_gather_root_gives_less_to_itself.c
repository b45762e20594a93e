// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Gather:15
// why: The root gives itself fewer values than it takes from itself.
#include <mpi.h>
int main(int argc, char **argv) {
  static int sb[16], rb[16], c[4] = {2, 2, 2, 2}, d[4] = {0, 2, 4, 6};
  int rank, size;
  MPI_Request q = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Gather(sb, rank == 0 ? 1 : 2, MPI_INT, rb, 2, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
