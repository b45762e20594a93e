// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Iallgatherv:14
// why: The array of counts is changed before the collective is complete.
#include <mpi.h>
int main(int argc, char **argv) {
  static int sb[64], rb[64];
  int cnt[8], dsp[8];
  MPI_Request rq;
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 8; ++i) cnt[i] = 2, dsp[i] = 2 * i;
  MPI_Iallgatherv(sb, 2, MPI_INT, rb, cnt, dsp, MPI_INT, MPI_COMM_WORLD, &rq);
  cnt[0] = 1; /* MPI 3.1, 5.12: arrays of counts must not be modified before completion */
  MPI_Wait(&rq, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
