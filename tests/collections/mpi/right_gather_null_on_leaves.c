// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The receive arguments of MPI_Gather count only at the root, so the leaves may pass NULL.
#include <mpi.h>

int main(int argc, char **argv) {
  int my_rank, np;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &np);
  int mine = my_rank * 3;
  if (my_rank == 0) {
    int all[3] = {0};
    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < np; i++)
      if (all[i] != 3 * i)
        MPI_Abort(MPI_COMM_WORLD, 1);
  } else
    MPI_Gather(&mine, 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
