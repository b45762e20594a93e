// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Thread level requested once, then queried.
#include <mpi.h>

int main(int argc, char **argv) {
  int level, now, mainthread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Query_thread(&now);
  MPI_Is_thread_main(&mainthread);
  if (now != level || !mainthread)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
