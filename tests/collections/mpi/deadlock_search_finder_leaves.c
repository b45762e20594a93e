// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 3
// call: MPI_Allreduce:26
// why: The process that finds the value leaves the loop and skips the reduction in which the others wait.
#include <mpi.h>
#include <stdio.h>

int
main (void)
{
  int me, nprocs;
  MPI_Init (NULL, NULL);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &nprocs);
  int target = 77, found = -1;
  for (int base = 0; base < 300; base += nprocs)
    {
      int hit = ((base + me) * 3 + 2 == target) ? base + me : -1;
      if (hit >= 0)
        {
          printf ("found at %d\n", hit);
          break;
        }
      MPI_Allreduce (&hit, &found, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
      if (found >= 0)
        break;
    }
  MPI_Finalize ();
  return 0;
}
