// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Init_thread:15
// why: MPI_Init_thread is called although MPI_Init already ran.
#include <mpi.h>

int main(int argc, char **argv)
{
    int level, r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &r);
    if (r >= 0)
        MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
