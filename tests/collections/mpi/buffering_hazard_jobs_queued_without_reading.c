// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: MPI_Send:21, MPI_Send:30
// why: The master sends two jobs to each worker before it reads any result while the workers answer each job at once.
#include <mpi.h>

int
main(void)
{
  int rank, size;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int job, res;
  if (rank == 0) {
    for (int k = 0; k < 2; k++)
      for (int w = 1; w < size; w++) {
        job = k * 10 + w;
        MPI_Send(&job, 1, MPI_INT, w, 0, MPI_COMM_WORLD);
      }
    for (int k = 0; k < 2; k++)
      for (int w = 1; w < size; w++)
        MPI_Recv(&res, 1, MPI_INT, w, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else
    for (int k = 0; k < 2; k++) {
      MPI_Recv(&job, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      res = job * job;
      MPI_Send(&res, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
  MPI_Finalize();
  return 0;
}
