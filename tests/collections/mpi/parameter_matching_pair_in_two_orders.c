// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Comm_create_group:19
// why: Each of two processes puts itself first into the group.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, pair[2];
  MPI_Group world, group;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  pair[0] = me;
  pair[1] = 1 - me;
  MPI_Group_incl(world, 2, pair, &group);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 3, &comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
