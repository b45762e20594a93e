// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: On a torus of two columns one rank is the neighbour on both sides; what it sends to the right comes from the left.
#include <mpi.h>

int main(int argc, char** argv) {
  int dims[2] = {2, 2}, periods[2] = {1, 1}, me;
  MPI_Comm torus;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &torus);
  MPI_Comm_rank(torus, &me);
  /* Up and down one value each, one to the left and three to the right. */
  int sent_counts[4] = {1, 1, 1, 3}, sent_at[4] = {0, 1, 2, 3};
  int received_counts[4] = {1, 1, 3, 1}, received_at[4] = {0, 1, 2, 5};
  int sent[6], received[6];
  for (int i = 0; i < 6; ++i) sent[i] = 10 * me + i;
  MPI_Neighbor_alltoallv(sent, sent_counts, sent_at, MPI_INT, received, received_counts, received_at, MPI_INT, torus);
  const int beside = 10 * (me ^ 1), above = 10 * (me ^ 2);
  const int expected[6] = {above + 1, above, beside + 3, beside + 4, beside + 5, beside + 2};
  for (int i = 0; i < 6; ++i) {
    if (received[i] != expected[i]) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm_free(&torus);
  MPI_Finalize();
  return 0;
}
