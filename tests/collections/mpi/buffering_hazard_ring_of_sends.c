// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 4
// call: MPI_Send:17
// why: Every process of the ring starts with a standard send.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  int right = (my_rank + 1) % np, left = (my_rank + np - 1) % np, sum = my_rank, out = my_rank,
      in;
  for (int s = 1; s < np; s++) {
    MPI_Send(&out, 1, MPI_INT, right, s, MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_INT, left, s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    sum += in;
    out = in;
  }
  if (sum != np * (np - 1) / 2)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
