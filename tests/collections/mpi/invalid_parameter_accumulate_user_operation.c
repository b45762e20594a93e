// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: MPI_Accumulate:26
// why: One-sided accumulation allows only predefined operations.
#include <mpi.h>

static void longer(void* a, void* b, int* n, MPI_Datatype* t) {
  int *x = a, *y = b;
  (void)t;
  for (int i = 0; i < *n; i++)
    if (x[i] > y[i])
      y[i] = x[i];
}
int main(int argc, char** argv) {
  int my_rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  int best = 0, mine = my_rank * 6;
  MPI_Op op;
  MPI_Win w;
  MPI_Op_create(longer, 1, &op);
  MPI_Win_create(&best, sizeof best, sizeof best, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, op, w);
  MPI_Win_fence(0, w);
  MPI_Win_free(&w);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
