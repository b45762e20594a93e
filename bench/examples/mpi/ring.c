/* ring.c: a value goes once around all nodes, and each node adds its rank to it.
 *
 *   switchyard-mpicc ring.c -o ring
 *   switchyard mpirun -n 16 --machine cm5 ./ring */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  sum = rank;
  if (rank != 0) {
    MPI_Recv(&sum, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += rank;
  }
  MPI_Send(&sum, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(&sum, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("the sum of all ranks is %d\n", sum);
  }
  MPI_Finalize();
  return 0;
}
