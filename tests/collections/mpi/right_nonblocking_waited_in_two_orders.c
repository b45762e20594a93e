// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Nonblocking collectives start in one order everywhere; the order of waiting is free.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int param = rank == 0 ? 9 : 0;
    double e = 1.5, sum = 0;
    MPI_Request b, r;
    MPI_Ibcast(&param, 1, MPI_INT, 0, MPI_COMM_WORLD, &b);
    MPI_Iallreduce(&e, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r);
    if (rank == 0) {
        MPI_Wait(&b, MPI_STATUS_IGNORE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Wait(&b, MPI_STATUS_IGNORE);
    }
    if (param != 9 || sum != 1.5 * nprocs)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
