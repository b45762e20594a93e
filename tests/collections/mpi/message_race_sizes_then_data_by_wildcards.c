// verdict: wrong
// class: message_race
// also: parameter_matching, memory
// nodes: 3
// call: MPI_Recv:23, MPI_Recv:25
// why: The length taken by one wildcard sizes the buffer for data taken by another wildcard, which may come from the other process.
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    int myid, nprocs;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    if (myid == 0)
    {
        long grand = 0;
        for (int k = 1; k < nprocs; k++)
        {
            int n;
            long *b;
            MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            b = malloc(n * sizeof *b);
            MPI_Recv(b, n, MPI_LONG, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < n; i++)
                grand += b[i];
            free(b);
        }
        if (grand != 3 * 1 + 7 * 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    else
    {
        int n = myid == 1 ? 3 : 7;
        long v[7];
        for (int i = 0; i < n; i++)
            v[i] = myid;
        MPI_Send(&n, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(v, n, MPI_LONG, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
