// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A user operation handles the derived type.
#include <mpi.h>

static void add3(void *a, void *b, int *n, MPI_Datatype *t)
{
    double *x = a, *y = b;
    (void)t;
    for (int i = 0; i < 3 * *n; i++)
        y[i] += x[i];
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Datatype v3;
    MPI_Op op;
    double f[3] = {1, 2, 3}, s[3];
    MPI_Type_contiguous(3, MPI_DOUBLE, &v3);
    MPI_Type_commit(&v3);
    MPI_Op_create(add3, 1, &op);
    MPI_Allreduce(f, s, 1, v3, op, MPI_COMM_WORLD);
    if (s[0] != 2 || s[2] != 6)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Op_free(&op);
    MPI_Type_free(&v3);
    MPI_Finalize();
    return 0;
}
