// verdict: wrong
// class: deadlock
// also: parameter_matching
// nodes: 2
// call: MPI_Ssend:17, MPI_Recv:19
// why: The message travels in the duplicate while the receiver listens in MPI_COMM_WORLD.
#include <mpi.h>

int main(void) {
  int my_rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm lib;
  int msg = 3;
  MPI_Comm_dup(MPI_COMM_WORLD, &lib);
  if (my_rank == 0)
    MPI_Ssend(&msg, 1, MPI_INT, 1, 0, lib);
  else
    MPI_Recv(&msg, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Comm_free(&lib);
  MPI_Finalize();
  return 0;
}
