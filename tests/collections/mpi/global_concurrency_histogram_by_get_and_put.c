// verdict: wrong
// class: global_concurrency
// also: none
// nodes: 3
// call: MPI_Get:22, MPI_Put:25
// why: Bins are read and rewritten with get and put while other processes do the same.
#include <mpi.h>

#define BINS 3
int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int bin[BINS] = {0};
    MPI_Win w;
    MPI_Win_create(bin, sizeof bin, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock_all(0, w);
    for (int i = 0; i < 3; i++)
    {
        int b = (i + me) % BINS, v = 0;
        MPI_Get(&v, 1, MPI_INT, 0, b, 1, MPI_INT, w);
        MPI_Win_flush(0, w);
        v++;
        MPI_Put(&v, 1, MPI_INT, 0, b, 1, MPI_INT, w);
        MPI_Win_flush(0, w);
    }
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
