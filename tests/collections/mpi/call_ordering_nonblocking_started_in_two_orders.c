// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Ibcast:17, MPI_Iallreduce:20
// why: Process 1 starts the nonblocking reduction before the nonblocking broadcast, process 0 after it.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int param = myid == 0 ? 9 : 0;
  double e = 1.5, sum = 0;
  MPI_Request q[2];
  if (myid == 0) {
    MPI_Ibcast(&param, 1, MPI_INT, 0, MPI_COMM_WORLD, &q[0]);
    MPI_Iallreduce(&e, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q[1]);
  } else {
    MPI_Iallreduce(&e, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &q[1]);
    MPI_Ibcast(&param, 1, MPI_INT, 0, MPI_COMM_WORLD, &q[0]);
  }
  MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
