// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Scatterv:23
// why: The second part starts at element 8 and has four elements, but the root's array has ten.
#include <stdlib.h>
#include <mpi.h>

int
main (int argc, char **argv)
{
  int myid;
  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &myid);
  int *all = NULL, part[4], cnt[2] = { 4, 4 }, dis[2] = { 0, 8 };
  if (myid == 0)
    {
      all = malloc (10 * sizeof *all);
      for (int i = 0; i < 10; i++)
        all[i] = i;
    }
  MPI_Scatterv (all, cnt, dis, MPI_INT, part, 4, MPI_INT, 0, MPI_COMM_WORLD);
  free (all);
  MPI_Finalize ();
  return 0;
}
