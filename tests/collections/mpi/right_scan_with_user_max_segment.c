// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: MPI_Scan with MPI_MAX gives the running maximum.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  static const int h[4] = { 3, 9, 4, 11 };
  int m = 0;
  MPI_Scan(&h[my_rank], &m, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  static const int want[4] = { 3, 9, 9, 11 };
  if (m != want[my_rank])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
