// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 2
// call: MPI_Scatter:16
// why: The root passes its part of four per process, the receivers expect eight each.
#include <mpi.h>

int
main(void)
{
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int all[8] = { 0 }, part[8];
  MPI_Scatter(all, 4, MPI_INT, part, my_rank == 0 ? 4 : 8, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
