// verdict: wrong
// class: request_lifecycle
// also: invalid_parameter
// nodes: 2
// call: MPI_Start:21
// why: MPI_Start is applied to a request of MPI_Irecv, which is not persistent.
#include <mpi.h>

int main(int argc, char** argv) {
  int self;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int v = 0;
  MPI_Request r;
  if (self == 0) {
    v = 1;
    MPI_Send(&v, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Irecv(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
