// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A distributed histogram; all bins are updated by concurrent accumulations with one operation.
#include <mpi.h>

#define BINS 6
int main(int argc, char** argv) {
  int rank, world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int *bin, one = 1, per = BINS / world;
  MPI_Win w;
  MPI_Win_allocate(per * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &bin, &w);
  for (int i = 0; i < per; i++)
    bin[i] = 0;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, w);
  for (int i = 0; i < 12; i++) {
    int b = (i * i + rank) % BINS;
    MPI_Accumulate(&one, 1, MPI_INT, b / per, b % per, 1, MPI_INT, MPI_SUM, w);
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, w);
  int n = 0, tot = 0;
  for (int i = 0; i < per; i++)
    n += bin[i];
  MPI_Allreduce(&n, &tot, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (tot != 12 * world)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
