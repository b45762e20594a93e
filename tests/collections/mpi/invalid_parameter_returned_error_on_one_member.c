// verdict: wrong
// class: invalid_parameter
// also: call_ordering, parameter_matching
// nodes: 2
// call: MPI_Allreduce:21
// why: A negative count on one member is returned as an error, and the others wait.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmpi(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
  static char s[32] = "hello", c[32] = "hello", d[32];
  static int n[4] = {4, 3, 2, 1};
  int rank, x = 0;
  MPI_Request q;
  (void)cmpi, (void)x, (void)d, (void)c, (void)n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Allreduce(&rank, &x, rank == 1 ? -1 : 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  
  MPI_Finalize();
  return 0;
}
