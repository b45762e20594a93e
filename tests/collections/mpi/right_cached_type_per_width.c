// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The shutdown frees each type in the cache.
#include <mpi.h>

static MPI_Datatype cache[4];
static int used[4];
static MPI_Datatype row(int w)
{
    if (!used[w]) {
        MPI_Type_contiguous(w, MPI_INT, &cache[w]);
        MPI_Type_commit(&cache[w]);
        used[w] = 1;
    }
    return cache[w];
}
static void shutdown_cache(void)
{
    for (int w = 0; w < 4; w++)
        if (used[w])
            MPI_Type_free(&cache[w]);
}
int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    int v[4] = { self, self, self, self };
    for (int w = 1; w < 4; w++) {
        MPI_Bcast(v, 1, row(w), 0, MPI_COMM_WORLD);
        MPI_Bcast(v, 1, row(w), 1, MPI_COMM_WORLD);
    }
    shutdown_cache();
    if (v[0] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
