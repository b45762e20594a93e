// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Ssend:16
// why: A process sends to itself synchronously before it posts its own receive.
#include <mpi.h>

int
main(void)
{
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int table[4] = { myid, myid, myid, myid }, copy[4];
  MPI_Ssend(table, 4, MPI_INT, myid, 0, MPI_COMM_WORLD);
  MPI_Recv(copy, 4, MPI_INT, myid, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  if (copy[3] != myid)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
