// verdict: wrong
// class: global_concurrency
// also: epoch_lifecycle
// nodes: 2
// call: MPI_Put:21
// why: The target stores to its flag while the origin's put to the same flag may be under way in the lock epoch.
#include <mpi.h>
#include <stdio.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int *flag, v = 2;
  MPI_Win w;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &w);
  *flag = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, w);
  if (self == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 0, 1, MPI_INT, w);
  else
    *flag = 1;
  MPI_Win_unlock_all(w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (self == 1)
    printf("%d\n", *flag);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
