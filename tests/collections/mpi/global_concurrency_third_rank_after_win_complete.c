// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:27, MPI_Put:32
// why: The message after MPI_Win_complete says that the put has left its origin, and not that it has been done at the target.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int *m, data = me, t = 0;
  MPI_Win w;
  MPI_Group all, origins, target;
  int from[2] = {0, 2}, to[1] = {1};
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &m, &w);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, from, &origins);
  MPI_Group_incl(all, 1, to, &target);
  if (me == 1) {
    MPI_Win_post(origins, 0, w);
    MPI_Win_wait(w);
  } else {
    MPI_Win_start(target, 0, w);
    if (me == 0) {
      MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
      MPI_Win_complete(w);
      MPI_Send(&t, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&t, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
      MPI_Win_complete(w);
    }
  }
  MPI_Group_free(&all);
  MPI_Group_free(&origins);
  MPI_Group_free(&target);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
