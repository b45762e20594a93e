// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The master collects the result of a job before it sends the next to that worker.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int job, res;
  if (rank == 0) {
    for (int k = 0; k < 2; k++) {
      for (int w = 1; w < size; w++) {
        job = k * 10 + w;
        MPI_Send(&job, 1, MPI_INT, w, 0, MPI_COMM_WORLD);
      }
      for (int w = 1; w < size; w++) {
        MPI_Recv(&res, 1, MPI_INT, w, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (res != (k * 10 + w) * (k * 10 + w))
          MPI_Abort(MPI_COMM_WORLD, 1);
      }
    }
  } else
    for (int k = 0; k < 2; k++) {
      MPI_Recv(&job, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      res = job * job;
      MPI_Send(&res, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
  MPI_Finalize();
  return 0;
}
