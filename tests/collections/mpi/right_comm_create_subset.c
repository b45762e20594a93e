// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: One group on all processes; the process outside gets MPI_COMM_NULL.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Group all, g;
  MPI_Comm c;
  int a[2] = { 1, 0 };
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 2, a, &g);
  MPI_Comm_create(MPI_COMM_WORLD, g, &c);
  if (me == 2) {
    if (c != MPI_COMM_NULL)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    int r;
    MPI_Comm_rank(c, &r);
    if (r != 1 - me)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&c);
  }
  MPI_Group_free(&g);
  MPI_Group_free(&all);
  MPI_Finalize();
  return 0;
}
