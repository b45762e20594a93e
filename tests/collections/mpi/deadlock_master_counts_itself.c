// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Recv:20
// why: The master expects a result from every process of the communicator, itself included, but only the size-1 workers send.
#include <stdio.h>
#include <mpi.h>

int
main(int argc, char** argv)
{
  int my_rank, world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  if (my_rank == 0) {
    long total = 0, part;
    for (int i = 0; i < world; i++) {
      MPI_Recv(&part, 1, MPI_LONG, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      total += part;
    }
    printf("total %ld\n", total);
  } else {
    long part = 0;
    for (int k = my_rank; k < 100; k += world)
      part += k;
    MPI_Send(&part, 1, MPI_LONG, 0, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
