// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Win_allocate:16, MPI_Win_create:18
// why: Process 0 allocates the window while process 1 creates its own: two different collective calls.
#include <mpi.h>

int main(void) {
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int own = 0, *base = &own;
  MPI_Win w;
  if (me == 0)
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &w);
  else
    MPI_Win_create(&own, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  *base = me;
  MPI_Win_fence(0, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
