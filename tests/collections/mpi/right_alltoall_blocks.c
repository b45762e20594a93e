// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All-to-all with equal block lengths everywhere.
#include <mpi.h>

int main(void) {
  int self, world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int out[6], in[6];
  for (int p = 0; p < world; p++) {
    out[2 * p] = self;
    out[2 * p + 1] = p;
  }
  MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
  for (int p = 0; p < world; p++)
    if (in[2 * p] != p || in[2 * p + 1] != self)
      MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
