// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Recv:11
// why: The local table is shorter than the message, which runs into other variables.
#include <mpi.h>
#include <stdio.h>
static double mean(int from, int count) {
  double behind[4] = {0}, table[4], before[4] = {0}, sum = 0;
  MPI_Recv(table, count, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; i++) sum += table[i] + behind[i] + before[i];
  return sum / count;
}
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    double values[6] = {1, 2, 3, 4, 5, 6};
    MPI_Send(values, 6, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    printf("%g\n", mean(0, 6));
  }
  MPI_Finalize();
  return 0;
}
