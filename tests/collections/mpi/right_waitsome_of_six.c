// verdict: right
// class: none
// also: none
// nodes: 7
// call: none
// why: All messages are added up, however many MPI_Waitsome finds at once.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    int b[6], n, which[6], sum = 0;
    MPI_Request r[6];
    for (int i = 0; i < 6; i++) MPI_Irecv(&b[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &r[i]);
    for (int left = 6; left > 0; left -= n) {
      MPI_Waitsome(6, r, &n, which, MPI_STATUSES_IGNORE);
      for (int i = 0; i < n; i++) sum += b[which[i]];
    }
    printf("%d\n", sum);
  } else {
    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
