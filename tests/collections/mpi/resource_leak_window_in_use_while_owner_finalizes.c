// verdict: wrong
// class: resource_leak
// also: none
// nodes: 3
// call: MPI_Win_create:16
// why: The window is never freed. MPI_Finalize of rank 0 still serves the accesses of the others (MPI 3.1, sec. 11.7.3).
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int votes = 0, one = 1;
    MPI_Win box;
    MPI_Win_create(&votes, sizeof votes, sizeof votes, MPI_INFO_NULL, MPI_COMM_WORLD, &box);
    if (rank != 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, box);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, box);
        MPI_Win_unlock(0, box);
    }
    MPI_Finalize();
    return 0;
}
