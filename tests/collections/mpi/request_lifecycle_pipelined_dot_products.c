// verdict: wrong
// class: request_lifecycle
// also: resource_leak, local_concurrency
// nodes: 3
// call: MPI_Iallreduce:18
// why: Each iteration starts the next reduction before it completes the previous one; the last reduction is never completed.
#include <mpi.h>
#include <stdio.h>

typedef struct
{
    double loc, glob;
    MPI_Request q;
} dot;
static void dot_begin(dot *d, double x)
{
    d->loc = x;
    MPI_Iallreduce(&d->loc, &d->glob, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &d->q);
}
static double dot_end(dot *d)
{
    MPI_Wait(&d->q, MPI_STATUS_IGNORE);
    return d->glob;
}
int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    dot d[2];
    double x = myid + 1.0, hist[5];
    int n = 0;
    dot_begin(&d[0], x);
    for (int k = 1; k <= 5; k++)
    {
        dot_begin(&d[k % 2], x / (k + 1));
        hist[n++] = dot_end(&d[(k - 1) % 2]);
    }
    if (hist[0] != 6.0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (myid == 0)
        printf("%d iterations\n", n);
    MPI_Finalize();
    return 0;
}
