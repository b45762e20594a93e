// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Bcast:28
// why: The type lookup has no entry for 'l' and returns MPI_DATATYPE_NULL.
#include <mpi.h>

static MPI_Datatype
lookup(char c)
{
  switch (c) {
    case 'i':
      return MPI_INT;
    case 'd':
      return MPI_DOUBLE;
    default:
      return MPI_DATATYPE_NULL;
  }
}
int
main(void)
{
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  long x = self;
  MPI_Bcast(&x, 1, lookup('l'), 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
