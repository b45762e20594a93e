// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: MPI_Recv:36
// why: When the tasks run out the master answers only the last asking worker with QUIT and leaves the loop; the others wait for an answer.
#include <mpi.h>

enum
{
    READY = 1,
    TASK = 2,
    QUIT = 3
};
static void master(void)
{
    int next = 1, len;
    MPI_Status st;
    for (;;)
    {
        MPI_Recv(&len, 1, MPI_INT, MPI_ANY_SOURCE, READY, MPI_COMM_WORLD, &st);
        if (next > 7)
            break;
        MPI_Send(&next, 1, MPI_INT, st.MPI_SOURCE, TASK, MPI_COMM_WORLD);
        next++;
    }
    MPI_Send(NULL, 0, MPI_INT, st.MPI_SOURCE, QUIT, MPI_COMM_WORLD);
}
static void worker(void)
{
    int len = 0, n;
    MPI_Status st;
    for (;;)
    {
        MPI_Send(&len, 1, MPI_INT, 0, READY, MPI_COMM_WORLD);
        MPI_Recv(&n, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
        if (st.MPI_TAG == QUIT)
            return;
        len = n * n;
    }
}
int main(int argc, char **argv)
{
    int rank;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        master();
    else
        worker();
    MPI_Finalize();
    return 0;
}
