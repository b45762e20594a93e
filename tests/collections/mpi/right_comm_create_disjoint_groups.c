// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The groups of the halves have no process in common, and each half gives its own.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank, sum = 0;
  MPI_Group all, half;
  MPI_Comm made;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, rank < 2 ? (int[]){0, 1} : (int[]){3, 2}, &half);
  MPI_Comm_create(MPI_COMM_WORLD, half, &made);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
  if (sum != (rank < 2 ? 1 : 5)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&made);
  MPI_Group_free(&all);
  MPI_Group_free(&half);
  MPI_Finalize();
  return 0;
}
