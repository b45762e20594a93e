// verdict: wrong
// class: memory
// also: parameter_matching
// nodes: 4
// call: MPI_Recv:24
// why: The visiting list grows to more entries than the receive buffers of the later processes hold.
#include <mpi.h>
#include <stdlib.h>

#define MAXV 2
int main(int argc, char** argv) {
  int self, size;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int list[8] = {0}, n = 1;
  MPI_Status st;
  if (self == 0) {
    MPI_Send(list, n, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(list, 8, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    int* mine = malloc(MAXV * sizeof *mine);
    MPI_Recv(mine, 8, MPI_INT, self - 1, 0, MPI_COMM_WORLD, &st);
    MPI_Get_count(&st, MPI_INT, &n);
    for (int i = 0; i < n; i++)
      list[i] = mine[i];
    list[n++] = self;
    MPI_Send(list, n, MPI_INT, (self + 1) % size, 0, MPI_COMM_WORLD);
    free(mine);
  }
  MPI_Finalize();
  return 0;
}
