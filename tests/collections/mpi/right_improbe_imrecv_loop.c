// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Matched probes without blocking, each followed by a nonblocking matched receive.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
    {
        int got = 0, v[2], sum = 0;
        MPI_Request q[2];
        while (got < 2)
        {
            int f;
            MPI_Message m;
            MPI_Status st;
            MPI_Improbe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &f, &m, &st);
            if (f)
            {
                MPI_Imrecv(&v[got], 1, MPI_INT, &m, &q[got]);
                got++;
            }
        }
        MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
        sum = v[0] + v[1];
        if (sum != 3)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    else
        MPI_Send(&rank, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
