// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Processes of a node read their neighbours' part of a shared window between fences.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int myid;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  MPI_Comm node;
  MPI_Win w;
  int *mine, *theirs, nr, ns, unit;
  MPI_Aint sz;
  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, myid, MPI_INFO_NULL, &node);
  MPI_Comm_rank (node, &nr);
  MPI_Comm_size (node, &ns);
  MPI_Win_allocate_shared (2 * sizeof (int), sizeof (int), MPI_INFO_NULL, node, &mine, &w);
  MPI_Win_shared_query (w, (nr + 1) % ns, &sz, &unit, &theirs);
  MPI_Win_fence (0, w);
  mine[0] = 100 + nr;
  mine[1] = 200 + nr;
  MPI_Win_fence (0, w);
  int a = theirs[0], b = theirs[1];
  MPI_Win_fence (0, w);
  if (a != 100 + (nr + 1) % ns || b != 200 + (nr + 1) % ns)
    MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Comm_free (&node);
  MPI_Finalize ();
  return 0;
}
