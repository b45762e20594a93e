// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A buffer may be attached at MPI_Finalize; it is the program's own memory (MPI 3.1, sec. 8.7).
#include <stdlib.h>
#include <mpi.h>

int
main(void)
{
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int sz = MPI_BSEND_OVERHEAD + (int)sizeof(int), x = self;
  char* b = malloc(sz);
  MPI_Buffer_attach(b, sz);
  if (self == 0)
    MPI_Bsend(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
