// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 3
// call: MPI_Gather:17, MPI_Allgather:19
// why: The root calls MPI_Gather while the others call MPI_Allgather.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  int mine = me * 3, all[3] = { 0 };
  if (me == 0)
    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  else
    MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
