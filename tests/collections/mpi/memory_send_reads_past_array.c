// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Send:19
// why: The send of 100 elements reads past the 60 allocated ones.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  double* a = malloc(60 * sizeof *a);
  for (int i = 0; i < 60; i++)
    a[i] = i;
  if (myid == 0)
    MPI_Send(a, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  else {
    double b[100];
    MPI_Recv(b, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%g\n", b[59]);
  }
  free(a);
  MPI_Finalize();
  return 0;
}
