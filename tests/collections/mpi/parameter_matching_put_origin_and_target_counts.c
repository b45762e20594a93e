// verdict: wrong
// class: parameter_matching
// also: memory, invalid_parameter
// nodes: 2
// call: MPI_Put:18
// why: The put names four integers at the origin and two at the target.
#include <mpi.h>

int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int buf[4] = {0}, src[4] = {1, 2, 3, 4};
  MPI_Win w;
  MPI_Win_create(buf, sizeof buf, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (my_rank == 0)
    MPI_Put(src, 4, MPI_INT, 1, 0, 2, MPI_INT, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
