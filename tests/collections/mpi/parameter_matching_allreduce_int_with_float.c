// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Allreduce:17, MPI_Allreduce:19
// why: Process 1 contributes MPI_FLOAT to an allreduce of MPI_INT.
#include <stdio.h>
#include <mpi.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int iv = 3, ir = 0;
  float fv = 3, fr = 0;
  if (rank == 0)
    MPI_Allreduce(&iv, &ir, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  else
    MPI_Allreduce(&fv, &fr, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  printf("%d %f\n", ir, fr);
  MPI_Finalize();
  return 0;
}
