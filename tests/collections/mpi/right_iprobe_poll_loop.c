// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Polling with MPI_Iprobe for a message that does come, then receiving exactly it.
#include <mpi.h>

int main(void) {
  int self;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  char c = 'k';
  if (self == 0) {
    int flag = 0;
    MPI_Status st;
    long spins = 0;
    while (!flag) {
      MPI_Iprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &st);
      spins++;
    }
    MPI_Recv(&c, 1, MPI_CHAR, 1, st.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (c != 'q' || spins < 1)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    c = 'q';
    MPI_Send(&c, 1, MPI_CHAR, 0, 5, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
