// verdict: wrong
// class: deadlock
// also: epoch_lifecycle
// nodes: 3
// call: MPI_Win_wait:22
// why: Every process waits for the end of its exposure before it starts its own access epoch.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  int cell = -1, l = (me + np - 1) % np, r = (me + 1) % np;
  MPI_Win w;
  MPI_Group all, gl, gr;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &l, &gl);
  MPI_Group_incl(all, 1, &r, &gr);
  MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_post(gl, 0, w);
  MPI_Win_wait(w);
  MPI_Win_start(gr, 0, w);
  MPI_Put(&me, 1, MPI_INT, r, 0, 1, MPI_INT, w);
  MPI_Win_complete(w);
  if (cell != l)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Group_free(&gl);
  MPI_Group_free(&gr);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
