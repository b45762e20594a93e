// verdict: wrong
// class: memory
// also: none
// nodes: 4
// call: MPI_Alltoall:18
// why: The receive array of the all-to-all is dimensioned for two of the four processes.
#include <stdlib.h>
#include <mpi.h>

int main(void) {
  int rank, size;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long *out = malloc(size * sizeof *out), *in = malloc(size / 2 * sizeof *in);
  for (int p = 0; p < size; p++)
    out[p] = rank;
  MPI_Alltoall(out, 1, MPI_LONG, in, 1, MPI_LONG, MPI_COMM_WORLD);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
