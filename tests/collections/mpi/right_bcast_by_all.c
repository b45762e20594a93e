// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Root and leaves call the same broadcast.
#include <mpi.h>

int main(void)
{
    int self;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    double coef[3] = {0};
    if (self == 0)
        coef[0] = coef[1] = coef[2] = .5;
    MPI_Bcast(coef, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (coef[2] != .5)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
