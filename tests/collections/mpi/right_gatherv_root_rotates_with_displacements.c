// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The root role rotates; displacements reverse the order of the parts.
#include <mpi.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int root = 0; root < size; root++) {
    int v = me + root, all[3] = {-1, -1, -1}, c[3] = {1, 1, 1}, d[3] = {2, 1, 0};
    MPI_Gatherv(&v, 1, MPI_INT, all, c, d, MPI_INT, root, MPI_COMM_WORLD);
    if (me == root)
      for (int p = 0; p < size; p++)
        if (all[2 - p] != p + root)
          MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
