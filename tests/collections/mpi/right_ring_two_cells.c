// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Source and destination of the shift are different cells of the window.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int cell[2] = { myid, -1 };
    MPI_Win w;
    MPI_Win_create(cell, sizeof cell, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    MPI_Put(&cell[0], 1, MPI_INT, (myid + 1) % size, 1, 1, MPI_INT, w);
    MPI_Win_fence(0, w);
    if (cell[1] != (myid + size - 1) % size)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
