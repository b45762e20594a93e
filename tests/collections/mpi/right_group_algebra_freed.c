// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Intermediate groups of union and difference are all freed.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Group all, a, b, u, d;
  int x[2] = {0, 1}, y[2] = {1, 2}, n, m;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, x, &a);
  MPI_Group_incl(all, 2, y, &b);
  MPI_Group_union(a, b, &u);
  MPI_Group_difference(a, b, &d);
  MPI_Group_size(u, &n);
  MPI_Group_size(d, &m);
  if (n != 3 || m != 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Group_free(&u);
  MPI_Group_free(&d);
  MPI_Group_free(&a);
  MPI_Group_free(&b);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
