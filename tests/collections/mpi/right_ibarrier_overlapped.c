// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All enter the nonblocking barrier, work, and test until it completes.
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Request r;
  int work = 0, done = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &r);
  while (!done) {
    work++;
    MPI_Test(&r, &done, MPI_STATUS_IGNORE);
  }
  if (work < 1 || r != MPI_REQUEST_NULL || my_rank < 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
