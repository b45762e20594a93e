// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Free_mem:18
// why: memset clears a buffer of MPI_Alloc_mem after MPI_Free_mem.
#include <mpi.h>
#include <string.h>

int main(int argc, char** argv) {
  int rank;
  char* line;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Alloc_mem(300, MPI_INFO_NULL, &line);
  memset(line, 'a' + rank, 300);
  MPI_Sendrecv_replace(line, 300, MPI_CHAR, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Free_mem(line); /*!*/
  memset(line, 0, 300);
  MPI_Finalize();
  return 0;
}
