// verdict: wrong
// class: memory
// also: none
// nodes: 3
// call: MPI_Gather:17
// why: The root's gather buffer has room for one part only.
#include <mpi.h>
#include <stdlib.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  float part[10], *all = malloc(sizeof part);
  for (int i = 0; i < 10; i++)
    part[i] = self;
  MPI_Gather(part, 10, MPI_FLOAT, all, 10, MPI_FLOAT, 0, MPI_COMM_WORLD);
  free(all);
  MPI_Finalize();
  return 0;
}
