// verdict: wrong
// class: resource_leak
// also: none
// nodes: 4
// call: MPI_Comm_split:18
// why: The communicators of the two halves are never freed.
#include <stdio.h>
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm h;
  int r, n, s;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &h);
  MPI_Comm_rank(h, &r);
  n = r * me;
  MPI_Reduce(&n, &s, 1, MPI_INT, MPI_SUM, 0, h);
  if (r == 0)
    printf("half %d: %d\n", me % 2, s);
  MPI_Finalize();
  return 0;
}
