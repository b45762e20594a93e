// verdict: wrong
// class: message_race
// also: deadlock
// nodes: 3
// call: MPI_Recv:21, MPI_Recv:29
// why: The server stops at the first DONE message, so a client whose question is still open may wait forever.
#include <mpi.h>

#define ASK 1
#define DONE 2
int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int v = me, a;
  if (me == 0) {
    MPI_Status st;
    for (;;) {
      MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
      if (st.MPI_TAG == DONE)
        break;
      a = 2 * v;
      MPI_Send(&a, 1, MPI_INT, st.MPI_SOURCE, 0, MPI_COMM_WORLD);
    }
  } else {
    MPI_Send(&v, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
    MPI_Recv(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&v, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
