// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each value is put before a collective in which the putting rank gives values, and read by a rank that gets them.
#include <mpi.h>
#include <stdlib.h>
static int me, *cell;
static MPI_Win w;
static void put(int value) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
}
static void expect(int value) {
  int seen = -1;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
  MPI_Get(&seen, 1, MPI_INT, 0, 0, 1, MPI_INT, w);
  MPI_Win_unlock(0, w);
  if (seen != value) abort();
}
int main(int argc, char** argv) {
  int one = 1, sum = 0, all[3] = {0, 0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &w);
  if (me == 0) put(1);
  MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  expect(1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) put(2);
  MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
  if (me == 2) expect(2);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 1) put(3);
  MPI_Scatter(all, 1, MPI_INT, &one, 1, MPI_INT, 1, MPI_COMM_WORLD);
  expect(3);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) put(4);
  MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(4);
  MPI_Allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  if (me == 2) put(5);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  expect(5);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
