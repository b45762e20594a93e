// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Keys are hashed to existing owners; every key has its own slot.
#include <mpi.h>

int
main (void)
{
  int myid, np;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  MPI_Comm_size (MPI_COMM_WORLD, &np);
  int slots[8] = { 0 };
  MPI_Win w;
  MPI_Win_create (slots, sizeof slots, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence (0, w);
  int key = 5 + myid, val = key * 7;
  MPI_Put (&val, 1, MPI_INT, key % np, key, 1, MPI_INT, w);
  MPI_Win_fence (0, w);
  for (int k = 5; k < 8; k++)
    if (k % np == myid && slots[k] != 7 * k)
      MPI_Abort (MPI_COMM_WORLD, 1);
  MPI_Win_free (&w);
  MPI_Finalize ();
  return 0;
}
