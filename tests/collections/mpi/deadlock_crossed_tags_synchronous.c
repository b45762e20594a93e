// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Ssend:16, MPI_Recv:19
// why: The sender insists on the coordinates first, the receiver on the velocities first, and sends are synchronous.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  double x[3] = {1, 2, 3}, v[3] = {4, 5, 6};
  if (myid == 0) {
    MPI_Ssend(x, 3, MPI_DOUBLE, 1, 'x', MPI_COMM_WORLD);
    MPI_Ssend(v, 3, MPI_DOUBLE, 1, 'v', MPI_COMM_WORLD);
  } else {
    MPI_Recv(v, 3, MPI_DOUBLE, 0, 'v', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(x, 3, MPI_DOUBLE, 0, 'x', MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
