// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Put:19
// why: Each process writes four elements at distance three, so neighbouring ranges share an element.
#include <mpi.h>

int
main(void)
{
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int all[12] = { 0 }, mine[4] = { my_rank, my_rank, my_rank, my_rank };
  MPI_Win w;
  MPI_Win_create(all, sizeof all, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Put(mine, 4, MPI_INT, 0, 3 * my_rank, 4, MPI_INT, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
