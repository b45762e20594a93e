// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A dynamic queue: workers ask, the master hands out tasks and then stops each worker exactly once.
#include <mpi.h>

enum
{
    READY = 1,
    TASK = 2,
    QUIT = 3
};
static int collatz(long n)
{
    int k = 0;
    for (; n != 1; k++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return k;
}
static void master(int workers)
{
    int next = 1, live = workers, total = 0, len;
    MPI_Status st;
    while (live > 0)
    {
        MPI_Recv(&len, 1, MPI_INT, MPI_ANY_SOURCE, READY, MPI_COMM_WORLD, &st);
        total += len;
        if (next <= 12)
        {
            MPI_Send(&next, 1, MPI_INT, st.MPI_SOURCE, TASK, MPI_COMM_WORLD);
            next++;
        }
        else
        {
            MPI_Send(NULL, 0, MPI_INT, st.MPI_SOURCE, QUIT, MPI_COMM_WORLD);
            live--;
        }
    }
    int want = 0;
    for (int n = 1; n <= 12; n++)
        want += collatz(n);
    if (total != want)
        MPI_Abort(MPI_COMM_WORLD, 1);
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
        len = collatz(n);
    }
}
int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        master(ranks - 1);
    else
        worker();
    MPI_Finalize();
    return 0;
}
