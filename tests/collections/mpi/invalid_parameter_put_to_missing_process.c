// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Put:23
// why: The owner of the key is computed with size+1 buckets, giving a target rank that does not exist.
#include <mpi.h>

int
main (int argc, char **argv)
{
  int myid, size;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  MPI_Comm_size (MPI_COMM_WORLD, &size);
  int slots[4] = { 0 }, key = 5, one = 1;
  MPI_Win w;
  MPI_Win_create (slots, sizeof slots, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  if (myid == 0)
    {
      int owner = key % (size + 1);
      MPI_Put (&one, 1, MPI_INT, owner, 0, 1, MPI_INT, w);
    }
  MPI_Win_fence (0, w);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
