// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: MPI_Isend:16
// why: The request of the nonblocking send is never waited for, tested or freed.
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int m[5] = {1, 2, 3, 4, 5};
  if (my_rank == 0) {
    MPI_Request r;
    MPI_Isend(m, 5, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
  } else
    MPI_Recv(m, 5, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
