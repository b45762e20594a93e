// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Means and variances are merged by an operation that commutes but for rounding, as it is declared.
#include <mpi.h>
#include <stdio.h>

typedef struct { double count, mean, spread; } Statistics;

static void merge(void *in, void *inout, int *length, MPI_Datatype *type)
{
  const Statistics *a = in;
  Statistics *b = inout;
  (void)type;
  for (int i = 0; i < *length; i++) {
    double n = a[i].count + b[i].count, apart = b[i].mean - a[i].mean;
    b[i].spread += a[i].spread + apart * apart * a[i].count * b[i].count / n;
    b[i].mean = (a[i].count * a[i].mean + b[i].count * b[i].mean) / n;
    b[i].count = n;
  }
}
int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype statistics;
  MPI_Type_contiguous(3, MPI_DOUBLE, &statistics);
  MPI_Type_commit(&statistics);
  MPI_Op op;
  MPI_Op_create(merge, 1, &op);
  Statistics mine[2] = { { 1, 1.1 * rank, 0 }, { 3, 1e6 / (rank + 1.0), 0.3 } }, all[2];
  MPI_Allreduce(mine, all, 2, statistics, op, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%.3f %.3f\n", all[0].mean, all[1].mean);
  MPI_Op_free(&op);
  MPI_Type_free(&statistics);
  MPI_Finalize();
  return 0;
}
