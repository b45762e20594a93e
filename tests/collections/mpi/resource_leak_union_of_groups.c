// verdict: wrong
// class: resource_leak
// also: none
// nodes: 4
// call: MPI_Group_union:18
// why: The union group is built for its size only and never freed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Group all, a, b, u;
  int x[2] = { 0, 1 }, y[2] = { 1, 2 }, n;
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Group_incl (all, 2, x, &a);
  MPI_Group_incl (all, 2, y, &b);
  MPI_Group_union (a, b, &u);
  MPI_Group_size (u, &n);
  if (n != 3)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Group_free (&a);
  MPI_Group_free (&b);
  MPI_Group_free (&all);
  MPI_Finalize ();
  return 0;
}
