// verdict: wrong
// class: parameter_matching
// also: memory
// nodes: 2
// call: MPI_Send:15, MPI_Mrecv:19
// why: The matched receive accepts fewer elements than the probed message holds.
#include <mpi.h>

int main(int argc, char** argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  short v[20] = {0};
  if (myid == 0)
    MPI_Send(v, 20, MPI_SHORT, 1, 0, MPI_COMM_WORLD);
  else {
    MPI_Message m;
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
    MPI_Mrecv(v, 8, MPI_SHORT, &m, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
