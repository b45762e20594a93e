// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Testall is polled until all requests are complete.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int a = myid + 1, b = 0, done = 0;
  long polls = 0;
  MPI_Request q[2];
  MPI_Irecv(&b, 1, MPI_INT, 1 - myid, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Isend(&a, 1, MPI_INT, 1 - myid, 0, MPI_COMM_WORLD, &q[1]);
  while (!done) {
    MPI_Testall(2, q, &done, MPI_STATUSES_IGNORE);
    polls++;
  }
  if (b != 2 - myid || polls < 1 || q[0] != MPI_REQUEST_NULL)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
