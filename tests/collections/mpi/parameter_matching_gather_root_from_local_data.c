// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 3
// call: MPI_Gather:17
// why: The collector is chosen by a local maximum, which differs between processes.
#include <mpi.h>

int main(int argc, char** argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  int load[3] = {self * 7 % 3, (self + 1) * 7 % 3, (self + 2) * 7 % 3}, root = 0, all[3];
  for (int i = 1; i < 3; i++)
    if (load[i] > load[root])
      root = i;
  MPI_Gather(&load[0], 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
