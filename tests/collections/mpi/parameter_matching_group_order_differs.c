// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 3
// call: MPI_Comm_create_group:17
// why: All members give a group of the same processes, but process 1 has them in another order.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, up[3] = {0, 1, 2}, down[3] = {2, 1, 0};
  MPI_Group world, group;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 3, me == 1 ? down : up, &group);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
