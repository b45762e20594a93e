// verdict: wrong
// class: invalid_parameter
// also: message_race
// nodes: 3
// call: MPI_Op_create:33, MPI_Allreduce:34
// why: A product of matrices depends on their order, but the operation is declared commutative.
#include <mpi.h>

typedef struct
{
  double a[2][2];
} Matrix;

static void multiply (void *in, void *inout, int *len, MPI_Datatype *type)
{
  Matrix *x = in, *y = inout;
  (void) type;
  for (int k = 0; k < *len; k++) {
    Matrix z;
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        z.a[i][j] = x[k].a[i][0] * y[k].a[0][j] + x[k].a[i][1] * y[k].a[1][j];
    y[k] = z;
  }
}

int main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  int rank; MPI_Op product; MPI_Datatype matrix; MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Type_contiguous (4, MPI_DOUBLE, &matrix); MPI_Type_commit (&matrix);
  Matrix mine = { { { 1, rank }, { 0.5, 1 } } }, all;
  MPI_Op_create (multiply, 1, &product);
  MPI_Allreduce (&mine, &all, 1, matrix, product, MPI_COMM_WORLD);
  MPI_Op_free (&product);
  MPI_Type_free (&matrix);
  MPI_Finalize ();
  return all.a[0][0] == 0;
}
