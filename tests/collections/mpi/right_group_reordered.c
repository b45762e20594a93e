// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A group with reversed ranks and its translation.
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group all, g;
  int list[3] = {2, 1, 0}, a[3] = {0, 1, 2}, b[3], r;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 3, list, &g);
  MPI_Group_translate_ranks(all, 3, a, g, b);
  MPI_Group_rank(g, &r);
  if (b[0] != 2 || b[1] != 1 || r != 2 - rank)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Group_free(&g);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
