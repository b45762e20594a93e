// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The same, with the communicator freed.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int rank, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  MPI_Comm g;
  int deg[1] = { 1 }, dst[1] = { (rank + 1) % size }, wt[1] = { 1 }, a = rank, b;
  MPI_Dist_graph_create (MPI_COMM_WORLD, 1, &rank, deg, dst, wt, MPI_INFO_NULL, 0, &g);
  MPI_Neighbor_alltoall (&a, 1, MPI_INT, &b, 1, MPI_INT, g);
  if (b != (rank + size - 1) % size)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Comm_free (&g);
  MPI_Finalize ();
  return 0;
}
