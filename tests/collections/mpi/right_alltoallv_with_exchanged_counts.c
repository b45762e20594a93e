// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Receive counts come from an all-to-all of the send counts.
#include <mpi.h>

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int sc[3], rc[3], sd[3], rd[3], out[9], in[9];
  for (int p = 0; p < 3; p++) {
    sc[p] = (me + p) % 3 + (me == p);
    sd[p] = 3 * p;
    rd[p] = 3 * p;
    for (int i = 0; i < 3; i++)
      out[3 * p + i] = 10 * me + p;
  }
  MPI_Alltoall(sc, 1, MPI_INT, rc, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallv(out, sc, sd, MPI_INT, in, rc, rd, MPI_INT, MPI_COMM_WORLD);
  for (int p = 0; p < 3; p++)
    for (int i = 0; i < rc[p]; i++)
      if (in[3 * p + i] != 10 * p + me)
        MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
