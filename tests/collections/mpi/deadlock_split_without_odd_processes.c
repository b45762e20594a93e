// verdict: wrong
// class: deadlock
// also: call_ordering
// nodes: 4
// call: MPI_Comm_split:15
// why: MPI_Comm_split is collective over the parent but the odd processes skip it instead of passing MPI_UNDEFINED.
#include <mpi.h>

int main(void) {
  int me;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm evens;
  if (me % 2 == 0) {
    MPI_Comm_split(MPI_COMM_WORLD, 0, me, &evens);
    int s = 1, t = 0;
    MPI_Allreduce(&s, &t, 1, MPI_INT, MPI_SUM, evens);
    if (t != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&evens);
  }
  MPI_Finalize();
  return 0;
}
