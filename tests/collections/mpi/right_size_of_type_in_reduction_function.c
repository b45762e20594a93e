// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A reduction function may ask for the size of its type.
#include <mpi.h>

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
  int size;
  MPI_Type_size(*type, &size);
  if (size != (int)sizeof(int)) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 0; i < *len; i++) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
  int one = 1, sum = 0, size;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  if (sum != size) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
