// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Memory attached to a dynamic window is addressed by the transmitted absolute address and detached at the end.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int *cell = malloc(4 * sizeof *cell);
    MPI_Win w;
    MPI_Aint mine, ad[2];
    for (int i = 0; i < 4; i++)
        cell[i] = 0;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_attach(w, cell, 4 * sizeof *cell);
    MPI_Get_address(&cell[2], &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, ad, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_fence(0, w);
    int v = 60 + me;
    MPI_Put(&v, 1, MPI_INT, 1 - me, ad[1 - me], 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    if (cell[2] != 61 - me)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_detach(w, cell);
    MPI_Win_free(&w);
    free(cell);
    MPI_Finalize();
    return 0;
}
