// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The process without communicator skips the barrier of the others.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, size;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm workers;
  int n = 0;
  MPI_Comm_split(MPI_COMM_WORLD, me == 0 ? MPI_UNDEFINED : 1, me, &workers);
  if (workers != MPI_COMM_NULL) {
    MPI_Barrier(workers);
    MPI_Comm_size(workers, &n);
    if (n != size - 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&workers);
  }
  MPI_Finalize();
  return 0;
}
