// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Recv:12
// why: All wait for the token and no process injects it.
#include <stdio.h>
#include <mpi.h>

static int pass(int me, int size) {
  int tok = 0;
  MPI_Recv(&tok, 1, MPI_INT, (me + size - 1) % size, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  tok += me;
  MPI_Send(&tok, 1, MPI_INT, (me + 1) % size, 99, MPI_COMM_WORLD);
  return tok;
}
int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = pass(me, size);
  printf("%d\n", sum);
  MPI_Finalize();
  return 0;
}
