// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Testall:23
// why: The program prints whether three collectives are complete when it tests them.
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, mine[3], sum[3], max[3], flag = 0;
  MPI_Request r[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 3; i++) mine[i] = rank;
  MPI_Iallreduce(mine, sum, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  MPI_Iallreduce(mine, max, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &r[1]);
  MPI_Ibarrier(MPI_COMM_WORLD, &r[2]);
  if (rank % 2) {
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  } else {
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    MPI_Testall(3, r, &flag, MPI_STATUSES_IGNORE);
    if (rank == 0) printf("%d\n", flag);
    if (!flag) MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
