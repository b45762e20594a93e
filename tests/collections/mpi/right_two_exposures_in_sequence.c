// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Two exposure epochs one after the other.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x = 0, peer = 1 - rank;
  MPI_Win w;
  MPI_Group all, g;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &g);
  MPI_Win_create(&x, sizeof x, sizeof x, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  for (int s = 1; s <= 2; s++) {
    if (rank == 1) {
      MPI_Win_post(g, 0, w);
      MPI_Win_wait(w);
      if (x != s)
        MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
      int v = s;
      MPI_Win_start(g, 0, w);
      MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
      MPI_Win_complete(w);
    }
  }
  MPI_Win_free(&w);
  MPI_Group_free(&g);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
