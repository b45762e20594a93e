// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The line is printed once its receive is complete.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  int me;
  char line[80] = "nothing yet";
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me == 0) {
    strcpy(line, "ready");
    MPI_Send(line, sizeof line, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  } else if (me == 1) {
    MPI_Irecv(line, sizeof line, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    puts(line);
  }
  MPI_Finalize();
  return 0;
}
