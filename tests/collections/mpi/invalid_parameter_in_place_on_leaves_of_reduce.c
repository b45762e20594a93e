// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 3
// call: MPI_Reduce:17
// why: MPI_IN_PLACE is valid as send buffer of MPI_Reduce only at the root.
#include <mpi.h>
#include <stdio.h>

int
main(void)
{
  int myid;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int h[4] = { myid, 1, 1, 1 };
  MPI_Reduce(MPI_IN_PLACE, h, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (myid == 0)
    printf("%d\n", h[0]);
  MPI_Finalize();
  return 0;
}
