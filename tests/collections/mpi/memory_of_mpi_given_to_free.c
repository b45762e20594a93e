// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Alloc_mem:12
// why: Memory of MPI_Alloc_mem is given to free instead of MPI_Free_mem.
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int* numbers;
  MPI_Init(&argc, &argv);
  MPI_Alloc_mem(4 * sizeof(int), MPI_INFO_NULL, &numbers);
  free(numbers);
  MPI_Finalize();
  return 0;
}
