// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: In a periodic dimension of one rank this rank is its own neighbour; what it sends down comes from above.
#include <mpi.h>

int main(int argc, char** argv) {
  int dims[2] = {1, 2}, periods[2] = {1, 1}, me;
  MPI_Comm grid;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &me);
  int sent_counts[4] = {2, 1, 1, 2}, sent_at[4] = {0, 2, 3, 4};
  int received_counts[4] = {1, 2, 2, 1}, received_at[4] = {0, 1, 3, 5};
  int sent[6], received[6];
  for (int i = 0; i < 6; ++i) sent[i] = 10 * me + i;
  MPI_Ineighbor_alltoallv(sent, sent_counts, sent_at, MPI_INT, received, received_counts, received_at, MPI_INT, grid,
                          &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const int mine = 10 * me, other = 10 * (1 - me);
  const int expected[6] = {mine + 2, mine, mine + 1, other + 4, other + 5, other + 3};
  for (int i = 0; i < 6; ++i) {
    if (received[i] != expected[i]) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
