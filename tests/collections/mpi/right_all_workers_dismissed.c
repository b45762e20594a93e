// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Every worker gets its job and then its stop message, in order from the same sender.
#include <mpi.h>

#define WORK 1
#define STOP 2
int main(int argc, char** argv) {
  int self, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  if (self == 0) {
    for (int w = 1; w < nprocs; w++) {
      int job = 10 * w;
      MPI_Send(&job, 1, MPI_INT, w, WORK, MPI_COMM_WORLD);
    }
    for (int w = 1; w < nprocs; w++)
      MPI_Send(NULL, 0, MPI_INT, w, STOP, MPI_COMM_WORLD);
  } else {
    int job, done = 0;
    MPI_Status st;
    for (;;) {
      MPI_Recv(&job, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
      if (st.MPI_TAG == STOP)
        break;
      done += job;
    }
    if (done != 10 * self)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
