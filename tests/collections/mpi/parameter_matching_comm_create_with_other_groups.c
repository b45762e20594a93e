// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Comm_create:16
// why: Rank 1 is in the group that rank 0 gives, but gives another group itself.
#include <mpi.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Group all, some;
  MPI_Comm made;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, rank == 0 ? (int[]){0, 1} : (int[]){1, 2}, &some);
  MPI_Comm_create(MPI_COMM_WORLD, some, &made);
  if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
  MPI_Group_free(&all);
  MPI_Group_free(&some);
  MPI_Finalize();
  return 0;
}
