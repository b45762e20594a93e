// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Comm_rank:12
// why: MPI_Comm_rank is called before MPI_Init.
#include <mpi.h>
#include <stdio.h>

static int who(void) {
  int r;
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  return r;
}
int main(int argc, char **argv) {
  int r = who();
  MPI_Init(&argc, &argv);
  if (r == 0)
    printf("hello\n");
  MPI_Finalize();
  return 0;
}
