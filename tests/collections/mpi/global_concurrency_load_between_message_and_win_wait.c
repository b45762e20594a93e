// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 2
// call: MPI_Put:22
// why: MPI_Win_complete ends the put at its origin only; the target may load the value after MPI_Win_wait.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, data = 6, t = 0, x = 0, other = 1 - me;
  MPI_Win w;
  MPI_Group all, peer;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  *m = 6;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &peer);
  if (me == 0) {
    MPI_Win_start(peer, 0, w);
    MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
    MPI_Send(&t, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Win_post(peer, 0, w);
    MPI_Recv(&t, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    x = *m;
    MPI_Win_wait(w);
  }
  if (x != 6 && me == 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Group_free(&all);
  MPI_Group_free(&peer);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
