// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 2
// call: MPI_Win_create:19, MPI_Comm_dup:24
// why: The two window creations alternate with a duplication in different orders on the two processes.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int key[8] = {0};
    MPI_Win wk;
    MPI_Comm c;
    if (rank == 0)
    {
        MPI_Win_create(key, sizeof key, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &wk);
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
    }
    else
    {
        MPI_Comm_dup(MPI_COMM_WORLD, &c);
        MPI_Win_create(key, sizeof key, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &wk);
    }
    MPI_Win_free(&wk);
    MPI_Comm_free(&c);
    MPI_Finalize();
    return 0;
}
