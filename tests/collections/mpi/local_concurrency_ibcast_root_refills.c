// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: MPI_Ibcast:20
// why: The root fills the next block into the buffer whose broadcast is still pending.
#include <mpi.h>
#include <stdio.h>

int
main(void)
{
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int blk[4] = { 0 };
  MPI_Request r;
  for (int i = 0; i < 4; i++)
    blk[i] = my_rank == 0 ? i : 0;
  MPI_Ibcast(blk, 4, MPI_INT, 0, MPI_COMM_WORLD, &r);
  if (my_rank == 0)
    for (int i = 0; i < 4; i++)
      blk[i] = i + 4;
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  printf("%d\n", blk[0]);
  MPI_Finalize();
  return 0;
}
