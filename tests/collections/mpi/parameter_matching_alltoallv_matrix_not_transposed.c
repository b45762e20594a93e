// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 3
// call: MPI_Alltoallv:20
// why: Process p expects p+1 elements of everybody but each sender sends s+1: the count matrices are not transposes.
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int sc[3], rc[3], sd[3], rd[3], out[9] = {0}, in[9];
  for (int p = 0; p < 3; p++) {
    sc[p] = me + 1;
    rc[p] = me + 1;
    sd[p] = 3 * p;
    rd[p] = 3 * p;
  }
  MPI_Alltoallv(out, sc, sd, MPI_INT, in, rc, rd, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
