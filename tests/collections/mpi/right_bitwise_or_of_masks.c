// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Bitwise or of unsigned masks.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  unsigned m = 1u << my_rank, all = 0;
  MPI_Allreduce(&m, &all, 1, MPI_UNSIGNED, MPI_BOR, MPI_COMM_WORLD);
  if (all != 7u)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
