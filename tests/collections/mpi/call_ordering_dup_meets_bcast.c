// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Comm_dup:16, MPI_Bcast:17
// why: Process 2 duplicates the communicator before the broadcast, the others after it.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm c;
  int seed = my_rank == 0 ? 77 : 0;
  if (my_rank == 2)
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Bcast(&seed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (my_rank != 2)
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_free(&c);
  MPI_Finalize();
  return 0;
}
