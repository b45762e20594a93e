// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer is allocated in units of its elements.
#include <mpi.h>
#include <stdlib.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int n = 256;
  if (self == 0) {
    int *a = calloc(n, sizeof *a);
    a[255] = 3;
    MPI_Send(a, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
    free(a);
  } else {
    int *b = malloc(n * sizeof *b);
    MPI_Recv(b, n, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (b[255] != 3)
      MPI_Abort(MPI_COMM_WORLD, 1);
    free(b);
  }
  MPI_Finalize();
  return 0;
}
