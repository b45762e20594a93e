// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Broadcast with a pair type on one side and single doubles on the other: the signatures agree.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double v[4];
  MPI_Datatype two;
  for (int i = 0; i < 4; i++)
    v[i] = rank ? 0 : i + 1;
  MPI_Type_contiguous(2, MPI_DOUBLE, &two);
  MPI_Type_commit(&two);
  if (rank == 0)
    MPI_Bcast(v, 2, two, 0, MPI_COMM_WORLD);
  else
    MPI_Bcast(v, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (v[3] != 4)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Type_free(&two);
  MPI_Finalize();
  return 0;
}
