// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A duplicate of a predefined type may be freed.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Datatype t[2];
  double x[2] = { me, me };
  MPI_Type_dup(MPI_DOUBLE, &t[0]);
  MPI_Type_contiguous(2, t[0], &t[1]);
  MPI_Type_commit(&t[1]);
  MPI_Bcast(x, 1, t[1], 1, MPI_COMM_WORLD);
  for (int i = 1; i >= 0; i--)
    MPI_Type_free(&t[i]);
  if (x[0] != 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
