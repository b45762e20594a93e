// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A nonblocking send is pending over the barrier and completed after it.
#include <mpi.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int v = self + 1;
  if (self == 0) {
    MPI_Request q;
    MPI_Isend(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (v != 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
