// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each origin of the exposure epoch has its own element.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int x[2] = { 0, 0 }, og[2] = { 1, 2 }, zero = 0;
  MPI_Win w;
  MPI_Group all, g;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Win_create(x, sizeof x, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  if (rank == 0) {
    MPI_Group_incl(all, 2, og, &g);
    MPI_Win_post(g, 0, w);
    MPI_Win_wait(w);
    if (x[0] != 1 || x[1] != 2)
      MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Group_incl(all, 1, &zero, &g);
    MPI_Win_start(g, 0, w);
    MPI_Put(&rank, 1, MPI_INT, 0, rank - 1, 1, MPI_INT, w);
    MPI_Win_complete(w);
  }
  MPI_Group_free(&g);
  MPI_Group_free(&all);
  MPI_Win_free(&w);
  MPI_Finalize();
  return 0;
}
