// verdict: wrong
// class: invalid_parameter
// also: memory
// nodes: 2
// call: MPI_Reduce:18
// why: MPI_MAXLOC needs a pair type, not two MPI_INT.
#include <stdio.h>
#include <mpi.h>

int
main(int argc, char** argv)
{
  int myid;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  int p[2] = { myid * 5, myid }, q[2];
  MPI_Reduce(p, q, 2, MPI_INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
  if (myid == 0)
    printf("%d\n", q[1]);
  MPI_Finalize();
  return 0;
}
