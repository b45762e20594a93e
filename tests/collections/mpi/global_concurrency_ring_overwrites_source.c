// verdict: wrong
// class: global_concurrency
// also: local_concurrency
// nodes: 3
// call: MPI_Put:20
// why: Everybody puts its cell into the right neighbour's cell, which is at the same time the source of that neighbour's put.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int me, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int cell = me;
    MPI_Win w;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Put(&cell, 1, MPI_INT, (me + 1) % ranks, 0, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    printf("%d\n", cell);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
