// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: MPI_Ialltoallw:22
// why: Arrays of counts or types are changed before the exchange is complete.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int s[4] = {0, 1, 2, 3}, r[4], cnt[2] = {1, 1}, sd[2] = {0, 4}, rd[2] = {0, 4};
  MPI_Datatype t[2] = {MPI_INT, MPI_INT};
  MPI_Request q;
  MPI_Ialltoallw(s, cnt, sd, t, r, cnt, rd, t, MPI_COMM_WORLD, &q); /*!*/
  sd[0] = 8; sd[1] = 12; /*!*/
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  MPI_Ialltoallw(s, cnt, sd, t, r + 2, cnt, rd, t, MPI_COMM_WORLD, &q);
  MPI_Wait(&q, MPI_STATUS_IGNORE);
  printf("%d\n", r[0]);
  MPI_Finalize();
  return 0;
}
