// verdict: wrong
// class: global_concurrency
// also: parameter_matching
// nodes: 3
// call: MPI_Accumulate:20, MPI_Accumulate:22
// why: Concurrent accumulations with different basic types on the same location.
#include <mpi.h>

int main(int argc, char **argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int c = 0, i = 1;
    float f = 1;
    MPI_Win w;
    MPI_Win_create(&c, sizeof c, sizeof c, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    MPI_Win_fence(0, w);
    if (my_rank == 1)
        MPI_Accumulate(&i, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, w);
    if (my_rank == 2)
        MPI_Accumulate(&f, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_SUM, w);
    MPI_Win_fence(0, w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
