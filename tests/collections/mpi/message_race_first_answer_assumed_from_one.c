// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:17
// why: The wildcard may take the message of process 2 first, but the program demands that of process 1 first.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    int a, b;
    MPI_Recv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&b, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (a != 10 || b != 20)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    int v = 10 * me;
    MPI_Send(&v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
