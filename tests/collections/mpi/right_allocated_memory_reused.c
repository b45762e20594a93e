// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: In each round memory of MPI_Alloc_mem is allocated, filled to its last byte, sent, and freed when it is sent.
#include <mpi.h>
#include <string.h>

int main(int argc, char** argv) {
  int rank;
  char *line, *answer;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 1; round <= 40; round++) {
    const int bytes = 1 + 113 * round;
    MPI_Alloc_mem(bytes, MPI_INFO_NULL, &line);
    MPI_Alloc_mem(bytes, MPI_INFO_NULL, &answer);
    memset(line, 'a' + rank, bytes);
    MPI_Isend(line, bytes, MPI_CHAR, 1 - rank, round, MPI_COMM_WORLD, &request);
    MPI_Recv(answer, bytes, MPI_CHAR, 1 - rank, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (answer[bytes - 1] != 'b' - rank) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Free_mem(line);
    MPI_Free_mem(answer);
  }
  MPI_Finalize();
  return 0;
}
