// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Recv:20
// why: The probed number of doubles is used as the number of bytes to allocate.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double *fetch(int src, int *n)
{
    MPI_Status st;
    double *b;
    MPI_Probe(src, 3, MPI_COMM_WORLD, &st);
    MPI_Get_count(&st, MPI_DOUBLE, n);
    b = malloc(*n);
    if (!b)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(b, *n, MPI_DOUBLE, src, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return b;
}
int main(void)
{
    int myid;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    if (myid == 0)
    {
        double v[50];
        for (int i = 0; i < 50; i++)
            v[i] = i;
        MPI_Send(v, 50, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD);
    }
    else
    {
        int n;
        double *b = fetch(0, &n), s = 0;
        for (int i = 0; i < n; i++)
            s += b[i];
        printf("%g\n", s);
        free(b);
    }
    MPI_Finalize();
    return 0;
}
