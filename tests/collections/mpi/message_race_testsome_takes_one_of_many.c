// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Testsome:18
// why: The loop counts calls that have found something, and not what they have found.
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
    for (int left = 2; left > 0; left -= n) {
      MPI_Testsome(2, r, &n, which, MPI_STATUSES_IGNORE);
      if (n > 0) sum++;
    }
    printf("%d\n", sum);
  } else {
    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
