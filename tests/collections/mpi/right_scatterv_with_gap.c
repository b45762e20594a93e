// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Scattered parts with an unused gap between them.
#include <stdlib.h>
#include <mpi.h>

int main(void) {
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int *all = NULL, part[4], cnt[2] = {4, 2}, dis[2] = {0, 8};
  if (myid == 0) {
    all = malloc(10 * sizeof *all);
    for (int i = 0; i < 10; i++)
      all[i] = i;
  }
  MPI_Scatterv(all, cnt, dis, MPI_INT, part, cnt[myid], MPI_INT, 0, MPI_COMM_WORLD);
  free(all);
  if (part[1] != (myid ? 9 : 1))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
