// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The type lookup knows every code used.
#include <mpi.h>

static MPI_Datatype lookup(char c) {
  switch (c) {
  case 'i':
    return MPI_INT;
  case 'l':
    return MPI_LONG;
  default:
    return MPI_CHAR;
  }
}
int main(int argc, char **argv) {
  int myid;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &myid);
  long x = myid + 4;
  char c = 'a' + myid;
  MPI_Bcast(&x, 1, lookup('l'), 0, MPI_COMM_WORLD);
  MPI_Bcast(&c, 1, lookup('c'), 0, MPI_COMM_WORLD);
  if (x != 4 || c != 'a')
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
