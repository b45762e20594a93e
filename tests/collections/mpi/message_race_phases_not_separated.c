// verdict: wrong
// class: message_race
// also: none
// nodes: 3
// call: MPI_Recv:20
// why: A fast process's second-phase message may be taken by the wildcard of the first phase.
#include <mpi.h>

int
main(void)
{
  int self, world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  if (self == 0) {
    for (int phase = 1; phase <= 2; phase++) {
      int sum = 0, v;
      for (int k = 1; k < world; k++) {
        MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += v;
      }
      if (sum != phase * 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
  } else
    for (int phase = 1; phase <= 2; phase++)
      MPI_Send(&phase, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
