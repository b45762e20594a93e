// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 4
// call: MPI_Cart_coords:19
// why: The coordinates of rank 4 are requested in a grid of four.
#include <mpi.h>

int
main (void)
{
  int np;
  MPI_Init (NULL, NULL);
  MPI_Comm_size (MPI_COMM_WORLD, &np);
  MPI_Comm g;
  int d[2] = { 2, 2 }, p[2] = { 0, 0 }, c[2];
  MPI_Cart_create (MPI_COMM_WORLD, 2, d, p, 0, &g);
  for (int r = 0; r <= np; r++)
    MPI_Cart_coords (g, r, 2, c);
  MPI_Comm_free (&g);
  MPI_Finalize ();
  return 0;
}
