// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The pieces from all processes are next to each other, in an order of their own.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, counts[3] = {2, 2, 2}, sent_at[3] = {0, 2, 4};
  int received_at[3] = {4, 0, 2};
  int sent[6] = {0}, received[6];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Alltoallv(sent, counts, sent_at, MPI_INT, received, counts, received_at, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
