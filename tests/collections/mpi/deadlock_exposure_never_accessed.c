// verdict: wrong
// class: deadlock
// also: epoch_lifecycle
// nodes: 2
// call: MPI_Win_wait:23
// why: The target waits for the completion of an access epoch which the origin never starts.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double box[2] = { 0, 0 };
    MPI_Win w;
    MPI_Group all, other;
    int peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_create(box, sizeof box, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    if (rank == 1) {
        MPI_Win_post(other, 0, w);
        MPI_Win_wait(w);
    }
    MPI_Win_free(&w);
    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
