// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receive from itself is already posted when the synchronous self-send starts.
#include <mpi.h>

int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int table[4] = {myid, myid, myid, myid}, copy[4];
  MPI_Request r;
  MPI_Irecv(copy, 4, MPI_INT, myid, 0, MPI_COMM_WORLD, &r);
  MPI_Ssend(table, 4, MPI_INT, myid, 0, MPI_COMM_WORLD);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (copy[3] != myid)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
