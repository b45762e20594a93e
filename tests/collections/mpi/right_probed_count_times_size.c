// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The probed number is multiplied by the size of the element.
#include <mpi.h>
#include <stdlib.h>

static double* fetch(int src, int* n)
{
    MPI_Status st;
    double* b;
    MPI_Probe(src, 3, MPI_COMM_WORLD, &st);
    MPI_Get_count(&st, MPI_DOUBLE, n);
    b = malloc(*n * sizeof *b);
    if (!b)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(b, *n, MPI_DOUBLE, src, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return b;
}
int main(void)
{
    int self;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    if (self == 0) {
        double v[50];
        for (int i = 0; i < 50; i++)
            v[i] = i;
        MPI_Send(v, 50, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD);
    } else {
        int n;
        double *b = fetch(0, &n), s = 0;
        for (int i = 0; i < n; i++)
            s += b[i];
        if (n != 50 || s != 1225)
            MPI_Abort(MPI_COMM_WORLD, 1);
        free(b);
    }
    MPI_Finalize();
    return 0;
}
