// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Several nonblocking collectives are completed in another order than they were started in.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, mine[3], sum[3], max[3], flag = 0;
  MPI_Request r[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; i++) mine[i] = (rank + 1) * (i + 2) % 7;
  MPI_Iallreduce(mine, sum, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  MPI_Iallreduce(mine, max, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &r[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &r[2]);
  int ring = -1;
  if (rank % 2) {
    MPI_Wait(&r[2], MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
  } else {
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    while (!flag) MPI_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
  }
  MPI_Isend(&mine[1], 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &r[3]);
  MPI_Recv(&ring, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("%d: %d %d, read during send: %d, %d\n", rank, sum[0], max[2], mine[1], ring);
  MPI_Wait(&r[3], MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
