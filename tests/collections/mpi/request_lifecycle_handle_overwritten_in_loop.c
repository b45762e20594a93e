// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 3
// call: MPI_Isend:18
// why: The loop stores all requests in one variable; only the last send is completed.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, world;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  int job[3] = {0, 10, 20};
  if (me == 0) {
    MPI_Request r;
    for (int w = 1; w < world; w++)
      MPI_Isend(&job[w], 1, MPI_INT, w, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else {
    int j;
    MPI_Recv(&j, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (j != me * 10)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
