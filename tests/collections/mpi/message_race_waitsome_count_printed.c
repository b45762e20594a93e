// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Waitsome:17
// why: MPI_Waitsome may find one message or both, and their number is printed.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    int b[2], n, which[2], sum = 0;
    MPI_Request r[2];
    for (int i = 0; i < 2; i++) MPI_Irecv(&b[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &r[i]);
    MPI_Waitsome(2, r, &n, which, MPI_STATUSES_IGNORE);
    sum = n;
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    printf("%d\n", sum);
  } else {
    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
