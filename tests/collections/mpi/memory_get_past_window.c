// verdict: wrong
// class: memory
// also: invalid_parameter
// nodes: 3
// call: MPI_Get:19
// why: The get of eight elements runs beyond the neighbour's window of six.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank, np;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    short t[6] = {1, 2, 3, 4, 5, 6}, g[8] = {0};
    MPI_Win w;
    MPI_Win_create(t, sizeof t, sizeof(short), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_lock(MPI_LOCK_SHARED, (my_rank + 1) % np, 0, w);
    MPI_Get(g, 8, MPI_SHORT, (my_rank + 1) % np, 0, 8, MPI_SHORT, w);
    MPI_Win_unlock((my_rank + 1) % np, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
