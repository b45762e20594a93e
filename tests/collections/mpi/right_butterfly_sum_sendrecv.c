// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Butterfly summation with the combined call.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank, nprocs;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  int s = rank + 1, o;
  for (int bit = 1; bit < nprocs; bit <<= 1) {
    int p = rank ^ bit;
    MPI_Sendrecv(&s, 1, MPI_INT, p, bit, &o, 1, MPI_INT, p, bit, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    s += o;
  }
  if (s != 10)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
