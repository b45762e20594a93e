// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Only the sizes were promised to be equal, and they are.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  static int memory[2];
  MPI_Info info;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "true");
  MPI_Win_create(memory, 8, rank == 0 ? 4 : 1, info, MPI_COMM_WORLD, &window);
  MPI_Info_free(&info);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
