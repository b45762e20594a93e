// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: MPI_Waitall ignores null requests.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int a = rank, b = -1;
    MPI_Request q[4];
    int p = 1 - rank;
    for (int i = 0; i < 4; i++)
        q[i] = MPI_REQUEST_NULL;
    MPI_Irecv(&b, 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[1]);
    MPI_Isend(&a, 1, MPI_INT, p, 0, MPI_COMM_WORLD, &q[3]);
    MPI_Waitall(4, q, MPI_STATUSES_IGNORE);
    if (b != p)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
