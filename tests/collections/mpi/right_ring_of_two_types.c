// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both sides of a ring of two lead to the same rank; the receive types are in the order in which values come.
#include <mpi.h>

int main(int argc, char** argv) {
  int length = 2, periodic = 1, me;
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &length, &periodic, 0, &ring);
  MPI_Comm_rank(ring, &me);
  struct {
    int step;
    double heat;
  } sent = {me, me + 0.5}, received = {-1, -1};
  int ones[2] = {1, 1};
  MPI_Aint at[2] = {0, (char*)&sent.heat - (char*)&sent}, from[2] = {at[1], at[0]};
  MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, of_received[2] = {MPI_DOUBLE, MPI_INT};
  MPI_Neighbor_alltoallw(&sent, ones, at, types, &received, ones, from, of_received, ring);
  if (received.step != 1 - me || received.heat != 1 - me + 0.5) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
