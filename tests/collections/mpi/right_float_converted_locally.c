// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receiver takes floats as floats and converts afterwards.
#include <mpi.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        float f[2] = { 1, 2 };
        MPI_Send(f, 2, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    } else {
        float f[2];
        MPI_Recv(f, 2, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double d = f[0] + f[1];
        if (d != 3.0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
