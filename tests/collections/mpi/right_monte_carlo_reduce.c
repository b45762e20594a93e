// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Each process draws from its own fixed generator; the counts are reduced.
#include <mpi.h>

int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    unsigned s = 12345u + myid;
    long in = 0, n = 2000, tot[2], loc[2];
    for (long i = 0; i < n; i++)
    {
        s = s * 1664525u + 1013904223u;
        double x = (s >> 8) / 16777216.0;
        s = s * 1664525u + 1013904223u;
        double y = (s >> 8) / 16777216.0;
        in += x * x + y * y < 1;
    }
    loc[0] = in;
    loc[1] = n;
    MPI_Reduce(loc, tot, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (myid == 0)
    {
        double pi = 4.0 * tot[0] / tot[1];
        if (tot[1] != 6000 || pi < 2.9 || pi > 3.4)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
