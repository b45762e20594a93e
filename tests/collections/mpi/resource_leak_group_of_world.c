// verdict: wrong
// class: resource_leak
// also: none
// nodes: 3
// call: MPI_Comm_group:15
// why: The group of MPI_COMM_WORLD obtained for the subset is not freed.
#include <mpi.h>

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Group all, g;
  MPI_Comm c;
  int first[2] = {0, 1};
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, first, &g);
  MPI_Comm_create(MPI_COMM_WORLD, g, &c);
  MPI_Group_free(&g);
  if (c != MPI_COMM_NULL) {
    MPI_Barrier(c);
    MPI_Comm_free(&c);
  }
  MPI_Finalize();
  return 0;
}
