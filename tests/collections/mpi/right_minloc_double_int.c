// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: MPI_MINLOC with the double-int pair finds the coldest process.
#include <mpi.h>

int main(void)
{
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    struct {
        double t;
        int who;
    } mine = { 20.0 - 3 * rank, rank }, cold = { 0, -1 };
    MPI_Allreduce(&mine, &cold, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    if (cold.who != 2 || cold.t != 14.0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
