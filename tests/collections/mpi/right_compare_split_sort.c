// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The compare-split step with MPI_Sendrecv.
#include <stdlib.h>
#include <mpi.h>

static int
cmp(const void* a, const void* b)
{
  return *(const int*)a - *(const int*)b;
}
int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int k[8], hi, lo;
  for (int i = 0; i < 4; i++)
    k[i] = (i * 7 + rank * 3) % 10;
  MPI_Sendrecv(k,
               4,
               MPI_INT,
               1 - rank,
               0,
               k + 4,
               4,
               MPI_INT,
               1 - rank,
               0,
               MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  qsort(k, 8, sizeof(int), cmp);
  int* part = rank == 0 ? k : k + 4;
  hi = rank == 0 ? part[3] : -1;
  lo = rank == 1 ? part[0] : 99;
  MPI_Allreduce(MPI_IN_PLACE, &hi, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &lo, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (hi > lo)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
