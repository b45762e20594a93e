// verdict: wrong
// class: memory
// also: local_concurrency, request_lifecycle
// nodes: 2
// call: MPI_Isend:19
// why: Memory of MPI_Alloc_mem is freed while a send from it is not complete.
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, *numbers, answer[5000];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Alloc_mem(5000 * sizeof(int), MPI_INFO_NULL, &numbers);
  for (int i = 0; i < 5000; i++) numbers[i] = i * rank;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Recv(answer, 5000, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 1) {
    MPI_Isend(numbers, 5000, MPI_INT, 0, 3, MPI_COMM_WORLD, &request); /*!*/
    MPI_Free_mem(numbers);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Free_mem(numbers);
  }
  MPI_Finalize();
  return 0;
}
