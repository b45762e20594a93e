// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A ring of post/start: each process exposes to its left and accesses its right neighbour.
#include <mpi.h>

int main(void)
{
    int my_rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int cell = -1, l = (my_rank + size - 1) % size, r = (my_rank + 1) % size;
    MPI_Win w;
    MPI_Group all, gl, gr;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &l, &gl);
    MPI_Group_incl(all, 1, &r, &gr);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    for (int s = 0; s < 2; s++)
    {
        int v = my_rank + 10 * s;
        MPI_Win_post(gl, 0, w);
        MPI_Win_start(gr, 0, w);
        MPI_Put(&v, 1, MPI_INT, r, 0, 1, MPI_INT, w);
        MPI_Win_complete(w);
        MPI_Win_wait(w);
        if (cell != l + 10 * s)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Win_free(&w);
    MPI_Group_free(&gl);
    MPI_Group_free(&gr);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
