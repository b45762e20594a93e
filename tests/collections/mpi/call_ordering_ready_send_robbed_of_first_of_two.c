// verdict: wrong
// class: call_ordering
// also: message_race
// nodes: 3
// call: MPI_Irsend:20
// why: Which message the first receive takes decides whom the second one names, which is posted too late for the ready send.
#include <mpi.h>
int main(int argc, char *argv[]) {
  int me, a, b;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Request q;
  MPI_Status s;
  if (me == 2) MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &q);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 2) {
    MPI_Wait(&q, &s);
    MPI_Recv(&b, 1, MPI_INT, 1 - s.MPI_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (me == 1) {
    MPI_Irsend(&me, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&me, 1, MPI_INT, 2, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
