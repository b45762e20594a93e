// verdict: wrong
// class: invalid_parameter
// also: epoch_lifecycle
// nodes: 2
// call: MPI_Win_create:18
// why: The windows have sizes of 4 and 8 bytes, although the info same_size promises equal ones.
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
  MPI_Win_create(memory, rank == 0 ? 4 : 8, 1, info, MPI_COMM_WORLD, &window);
  MPI_Info_free(&info);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
