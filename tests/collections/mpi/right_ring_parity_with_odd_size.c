// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The parity scheme also works in a ring of odd size: the chain of sends ends at an odd process.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (me + 1) % size, left = (me + size - 1) % size, out = me, in = -1;
  if (me % 2 == 0) {
    MPI_Send(&out, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&out, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  }
  if (in != left)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
