// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Comm_split_type:16
// why: The shared memory communicator stays allocated (its window is freed).
#include <mpi.h>

int
main (void)
{
  MPI_Init (NULL, NULL);
  MPI_Comm node;
  MPI_Win w;
  int *p;
  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Win_allocate_shared (sizeof (int), sizeof (int), MPI_INFO_NULL, node, &p, &w);
  *p = 1;
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
