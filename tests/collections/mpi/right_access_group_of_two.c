// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The access epoch covers both targets, which expose to process 0.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int x = 0, v = 6, tg[2] = { 1, 2 }, zero = 0;
  MPI_Win w;
  MPI_Group all, g;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (myid == 0) {
    MPI_Group_incl(all, 2, tg, &g);
    MPI_Win_start(g, 0, w);
    MPI_Put(&v, 1, MPI_INT, 2, 0, 1, MPI_INT, w);
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
    MPI_Win_complete(w);
  } else {
    MPI_Group_incl(all, 1, &zero, &g);
    MPI_Win_post(g, 0, w);
    MPI_Win_wait(w);
    if (x != 6)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Group_free(&g);
  MPI_Win_free(&w);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
