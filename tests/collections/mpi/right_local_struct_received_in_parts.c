// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A message fills the end of a local structure, from one of its members on, and another one an array of variable length.
#include <mpi.h>
#include <stddef.h>
struct block { int head; float body[6]; int tail[2]; };
int main(int argc, char **argv) {
  int rank, n = argc + 5;
  struct block b = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char text[n];
  if (rank == 0) {
    MPI_Send(b.body, sizeof b - offsetof(struct block, body), MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Send("abcd", 5, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(b.body, sizeof b - offsetof(struct block, body), MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(text, n, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (text[3] != 'd') MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
