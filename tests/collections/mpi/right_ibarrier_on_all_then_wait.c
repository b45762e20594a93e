// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: All processes use the nonblocking barrier; one of them completes it by Waitany.
#include <mpi.h>

int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Request r;
  MPI_Ibarrier(MPI_COMM_WORLD, &r);
  if (my_rank == 0)
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  else {
    int idx;
    MPI_Waitany(1, &r, &idx, MPI_STATUS_IGNORE);
    if (idx != 0)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
