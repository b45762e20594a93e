// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Probe:21
// why: What is printed depends on which message the probe finds first.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, t = 0, sum = 0;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  if (me != 0) {
    MPI_Send(&me, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 0; i < 2; i++) {
      MPI_Status s;
      MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &s);
      MPI_Recv(&t, 1, MPI_INT, s.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum = 10 * sum + t;
    }
    printf("%d\n", sum);
  }
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
