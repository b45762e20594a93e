// verdict: wrong
// class: call_ordering
// also: deadlock, invalid_parameter
// nodes: 2
// call: MPI_Barrier:11
// why: A reduction function of the program must not communicate (MPI 3.1, sec. 5.9.5).
#include <mpi.h>

static void add(void *in, void *inout, int *len, MPI_Datatype *type)
{
  MPI_Barrier(MPI_COMM_WORLD);
  (void)type;
  for (int i = 0; i < *len; i++) ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
  int one = 1, sum = 0;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Op_create(add, 1, &op);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
