// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A search in rounds; all processes learn in each round whether somebody found the value.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int self, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int target = 77, found = -1;
  for (int base = 0; base < 300; base += size) {
    int hit = ((base + self) * 3 + 2 == target) ? base + self : -1;
    MPI_Request q;
    MPI_Iallreduce(&hit, &found, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &q);
    MPI_Wait(&q, MPI_STATUS_IGNORE);
    if (found >= 0)
      break;
  }
  if (found != 25)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
