// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The ready send is used after the receiver announced its posted receive.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  double m[4] = { 0 };
  if (my_rank == 0) {
    for (int i = 0; i < 4; i++)
      m[i] = i;
    MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Rsend(m, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Request q;
    MPI_Irecv(m, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &q);
    MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (m[3] != 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
