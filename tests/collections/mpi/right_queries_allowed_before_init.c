// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Initialized and MPI_Get_version may be called before initialization, MPI_Finalized after finalization.
#include <mpi.h>
#include <stdio.h>

static void need_mpi(int *argc, char ***argv) {
  int on;
  MPI_Initialized(&on);
  if (!on)
    MPI_Init(argc, argv);
}
int main(int argc, char **argv) {
  int v, s, end = 1, r;
  MPI_Get_version(&v, &s);
  need_mpi(&argc, &argv);
  need_mpi(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  if (r == 0)
    printf("MPI %d.%d\n", v, s);
  MPI_Finalized(&end);
  if (end)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  MPI_Finalized(&end);
  return !end;
}
