// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Recv:23
// why: The partner is wrapped around, so in the second round process 1 waits for process 3, which sends nothing as its own partner would be outside.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int my_rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = my_rank + 1, in;
  for (int d = 1; d < size; d *= 2) {
    int from = (my_rank - d + size) % size;
    MPI_Request q = MPI_REQUEST_NULL;
    int out = sum;
    if (my_rank + d < size)
      MPI_Isend(&out, 1, MPI_INT, my_rank + d, d, MPI_COMM_WORLD, &q);
    if (my_rank > 0) {
      MPI_Recv(&in, 1, MPI_INT, from, d, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += in;
    }
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  }
  printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
