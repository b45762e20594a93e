// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: All processes run the table from a common starting point.
#include <mpi.h>

static int val, sum, top;
static void total(void)
{
    MPI_Allreduce(&val, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
static void share(void)
{
    MPI_Bcast(&top, 1, MPI_INT, 0, MPI_COMM_WORLD);
}
static void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}
static void (*const steps[])(void) = { total, share, meet };
int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int start = myid == 2 ? 1 : 0;
    MPI_Bcast(&start, 1, MPI_INT, 2, MPI_COMM_WORLD);
    val = myid;
    top = myid == 0 ? 5 : 0;
    for (int k = 0; k < 3; k++)
        steps[(k + start) % 3]();
    if (start != 1 || sum != 3 || top != 5)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
