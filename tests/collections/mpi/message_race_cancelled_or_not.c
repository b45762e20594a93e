// verdict: wrong
// class: message_race
// also: none
// nodes: 2
// call: none
// why: Whether the receive is cancelled depends on when the message comes, and is printed.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int me, y, cancelled;
  MPI_Request q;
  MPI_Status st;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    MPI_Irecv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &q);
    MPI_Cancel(&q);
    MPI_Wait(&q, &st);
    MPI_Test_cancelled(&st, &cancelled);
    printf("%d\n", cancelled);
    if (cancelled) MPI_Recv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (me == 1) {
    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
