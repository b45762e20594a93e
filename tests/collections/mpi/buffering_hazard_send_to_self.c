// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Send:17
// why: A standard send to itself precedes the receive.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  char name[8] = "node", got[8];
  name[4] = '0' + self;
  MPI_Send(name, 8, MPI_CHAR, self, 0, MPI_COMM_WORLD);
  MPI_Recv(got, 8, MPI_CHAR, self, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (got[4] != name[4])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
