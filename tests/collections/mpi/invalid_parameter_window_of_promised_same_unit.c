// verdict: wrong
// class: invalid_parameter
// also: epoch_lifecycle
// nodes: 2
// call: MPI_Win_create:18
// why: The displacement units are 4 and 1, although the info same_disp_unit promises equal ones.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank;
  static int memory[2];
  MPI_Info info;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_disp_unit", "true");
  MPI_Win_create(memory, 8, rank == 0 ? 4 : 1, info, MPI_COMM_WORLD, &window);
  MPI_Info_free(&info);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
