// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Cart_rank:17
// why: MPI_Cart_rank gets coordinate -1 in a non-periodic dimension.
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm g;
  int d[2] = {2, 2}, p[2] = {0, 0}, c[2], r, n;
  MPI_Cart_create(MPI_COMM_WORLD, 2, d, p, 0, &g);
  MPI_Comm_rank(g, &r);
  MPI_Cart_coords(g, r, 2, c);
  c[0] = c[0] - 1;
  MPI_Cart_rank(g, c, &n);
  MPI_Comm_free(&g);
  MPI_Finalize();
  return 0;
}
