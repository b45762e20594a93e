// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 2
// call: MPI_Irecv:22
// why: A text is printed from a receive buffer before the wait.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char text[8] = "none";
  MPI_Request q;
  if (rank == 0) {
    MPI_Irecv(text, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &q); /*!*/
    printf("got %s\n", text); /*!*/
    MPI_Wait(&q, MPI_STATUS_IGNORE);
  } else {
    MPI_Send("hello", 6, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
