// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Offsets by MPI_Exscan; process 0 sets its undefined result itself.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int n = rank + 2, off = -1;
  MPI_Exscan(&n, &off, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    off = 0;
  int want = 0;
  for (int i = 0; i < rank; i++)
    want += i + 2;
  if (off != want)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
