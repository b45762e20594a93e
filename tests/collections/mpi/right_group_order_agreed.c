// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All members give the same group, in an order of its own; then two of them make another one with the same tag.
#include <mpi.h>

int main(int argc, char** argv) {
  int me, down[3] = {2, 1, 0};
  MPI_Group world, group;
  MPI_Comm comm;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 3, down, &group);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Group_incl(world, 2, down, &group);
  if (me > 0) {
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
