// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Type_contiguous:15
// why: A cache of row types keeps one type per width; the shutdown frees only the most recent one.
#include <mpi.h>

static MPI_Datatype cache[4];
static int used[4], last;
static MPI_Datatype row(int w)
{
    if (!used[w])
    {
        MPI_Type_contiguous(w, MPI_INT, &cache[w]);
        MPI_Type_commit(&cache[w]);
        used[w] = 1;
        last = w;
    }
    return cache[w];
}
static void shutdown_cache(void)
{
    MPI_Type_free(&cache[last]);
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int v[4] = {rank, rank, rank, rank};
    for (int w = 1; w < 4; w++)
    {
        MPI_Bcast(v, 1, row(w), 0, MPI_COMM_WORLD);
        MPI_Bcast(v, 1, row(w), 1, MPI_COMM_WORLD);
    }
    shutdown_cache();
    if (v[0] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
