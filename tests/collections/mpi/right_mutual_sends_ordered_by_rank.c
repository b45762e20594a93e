// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The lower rank sends first, the other receives first.
#include <mpi.h>

int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  double a[32], b[32];
  for (int i = 0; i < 32; i++)
    a[i] = myid;
  for (int turn = 0; turn < 2; turn++) {
    if (turn == myid)
      MPI_Send(a, 32, MPI_DOUBLE, 1 - myid, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(b, 32, MPI_DOUBLE, 1 - myid, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (b[31] != 1 - myid)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
