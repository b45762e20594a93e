// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Type_indexed:18
// why: The loop assigns a new indexed type in each round and frees only the last one.
#include <mpi.h>

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  MPI_Datatype t = MPI_DATATYPE_NULL;
  int x[6] = { 0 };
  for (int k = 1; k <= 3; k++)
    {
      int bl[2] = { 1, k }, ds[2] = { 0, 2 };
      MPI_Type_indexed (2, bl, ds, MPI_INT, &t);
      MPI_Type_commit (&t);
      MPI_Bcast (x, 1, t, 0, MPI_COMM_WORLD);
    }
  MPI_Type_free (&t);
  MPI_Finalize ();
  return 0;
}
