// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:18
// why: The supervisor's stop may arrive before the producer's last item, which is then lost from the sum.
#include <mpi.h>

int main(int argc, char** argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int v, sum = 0;
  if (self == 0) {
    MPI_Status st;
    int n = 0;
    do {
      MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
      if (st.MPI_SOURCE == 1) {
        sum += v;
        n++;
      }
    } while (st.MPI_SOURCE != 2);
    for (; n < 3; n++)
      MPI_Recv(&v, 1, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (sum != 6)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else if (self == 1)
    for (int i = 1; i <= 3; i++)
      MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  else
    MPI_Send(&self, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
