// verdict: wrong
// class: global_concurrency
// also: local_concurrency
// nodes: 2
// call: MPI_Put:21
// why: The target updates the very cell that process 0 puts in the same epoch.
#include <mpi.h>
#include <stdio.h>

int
main(void)
{
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int cell[2] = { 0, 0 }, v = 8;
  MPI_Win w;
  MPI_Win_create(cell, sizeof cell, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (my_rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 1, 1, MPI_INT, w);
  else
    cell[1] = 5;
  MPI_Win_fence(0, w);
  if (my_rank == 1)
    printf("%d\n", cell[1]);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
