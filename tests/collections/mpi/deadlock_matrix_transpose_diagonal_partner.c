// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Ssend:20
// why: Processes of the 2x2 grid exchange with their transposed position synchronously, both sending first.
#include <mpi.h>

int
main(void)
{
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int row = rank / 2, col = rank % 2, mate = col * 2 + row;
  double block[4], got[4];
  for (int i = 0; i < 4; i++)
    block[i] = rank * 10 + i;
  if (mate != rank) {
    MPI_Ssend(block, 4, MPI_DOUBLE, mate, 0, MPI_COMM_WORLD);
    MPI_Recv(got, 4, MPI_DOUBLE, mate, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (got[0] != mate * 10)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
