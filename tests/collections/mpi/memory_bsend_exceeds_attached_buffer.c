// verdict: wrong
// class: memory
// also: buffering_hazard, invalid_parameter
// nodes: 2
// call: MPI_Bsend:19
// why: The buffered send needs more space than the attached buffer has.
#include <stdlib.h>
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  double d[64] = {0};
  int sz = MPI_BSEND_OVERHEAD + 8;
  char *pool = malloc(sz);
  MPI_Buffer_attach(pool, sz);
  if (my_rank == 0)
    MPI_Bsend(d, 64, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(d, 64, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&pool, &sz);
  free(pool);
  MPI_Finalize();
  return 0;
}
