// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Neighbor_alltoallw:21
// why: Both sides of a ring of two lead to the same rank: doubles that go to the right come from the left.
#include <mpi.h>

int main(int argc, char** argv) {
  int length = 2, periodic = 1;
  MPI_Comm ring;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &length, &periodic, 0, &ring);
  struct {
    int step;
    double heat;
  } sent = {1, 2.5}, received = {0, 0};
  int ones[2] = {1, 1};
  MPI_Aint at[2] = {0, (char*)&sent.heat - (char*)&sent};
  MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Neighbor_alltoallw(&sent, ones, at, types, &received, ones, at, types, ring);
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
