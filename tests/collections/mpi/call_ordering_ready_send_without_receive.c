// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching, message_race, buffering_hazard
// nodes: 2
// call: MPI_Rsend:15, MPI_Recv:19
// why: A ready send is started although the receive is certainly not posted: the receiver first waits for a message sent after it.
#include <mpi.h>

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  double m[4] = {0};
  if (me == 0) {
    MPI_Rsend(m, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(m, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
