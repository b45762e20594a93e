// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Bitonic sort of one key per process; partners exchange with MPI_Sendrecv.
#include <mpi.h>

int main(void) {
  int self, ranks;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  static const int start[4] = {42, 7, 99, 13};
  int key = start[self], o;
  for (int k = 2; k <= ranks; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = self ^ j, up = (self & k) == 0;
      MPI_Sendrecv(&key, 1, MPI_INT, p, k * 10 + j, &o, 1, MPI_INT, p, k * 10 + j,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      int keepmin = (self < p) == up;
      if (keepmin ? o < key : o > key)
        key = o;
    }
  static const int want[4] = {7, 13, 42, 99};
  if (key != want[self])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
