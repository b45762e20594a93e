// verdict: right
// class: none
// also: none
// nodes: 5
// call: none
// why: A function of the program that does not commute combines the values in the order of ranks.
#include <mpi.h>
#include <stdio.h>

/* Joins numbers of decimal digits, each with its number of digits, in the order of ranks. */
static void join(void* left, void* right, int* count, MPI_Datatype* type) {
  const long* a = left;
  long* b = right;
  (void)type;
  for (int i = 0; i < *count; ++i) {
    long shift = 1;
    while (shift <= b[i]) shift *= 10;
    b[i] += a[i] * shift;
  }
}

int main(int argc, char** argv) {
  int rank;
  long digit, all = 0, upto = 0, below = 0;
  MPI_Op op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op_create(join, 0, &op);
  digit = rank + 1;
  MPI_Reduce(&digit, &all, 1, MPI_LONG, op, 3, MPI_COMM_WORLD);
  MPI_Scan(&digit, &upto, 1, MPI_LONG, op, MPI_COMM_WORLD);
  MPI_Exscan(&digit, &below, 1, MPI_LONG, op, MPI_COMM_WORLD);
  if (rank == 3 && all != 12345) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank > 0 && upto != below * 10 + digit) MPI_Abort(MPI_COMM_WORLD, 1);
  if (rank == 4 && upto != 12345) MPI_Abort(MPI_COMM_WORLD, 1);
  printf("%ld\n", upto);
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
