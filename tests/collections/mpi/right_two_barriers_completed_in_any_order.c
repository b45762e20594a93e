// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All ranks wait for any of two nonblocking barriers, twice. Which one is complete first is the same to them.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Request barriers[2];
  int which, times[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Ibarrier(MPI_COMM_WORLD, &barriers[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &barriers[1]);
  for (int left = 2; left > 0; --left) {
    MPI_Waitany(2, barriers, &which, MPI_STATUS_IGNORE);
    ++times[which];
  }
  if (times[0] != 1 || times[1] != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
