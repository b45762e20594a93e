// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Gatherv:18, MPI_Gather:20
// why: The root calls MPI_Gatherv and the leaf MPI_Gather: different collective operations.
#include <stdio.h>
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int part[2] = { my_rank, my_rank + 1 }, all[4], cnt[2] = { 2, 2 }, dis[2] = { 0, 2 };
  if (my_rank == 0)
    MPI_Gatherv(part, 2, MPI_INT, all, cnt, dis, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Gather(part, 2, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  if (my_rank == 0)
    printf("%d\n", all[2]);
  MPI_Finalize();
  return 0;
}
