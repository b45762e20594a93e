// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 4
// call: MPI_Send:17
// why: In each stage both butterfly partners send first.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int s = me + 1, o;
  for (int bit = 1; bit < size; bit <<= 1) {
    int p = me ^ bit;
    MPI_Send(&s, 1, MPI_INT, p, bit, MPI_COMM_WORLD);
    MPI_Recv(&o, 1, MPI_INT, p, bit, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    s += o;
  }
  if (s != 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
