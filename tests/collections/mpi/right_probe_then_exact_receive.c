// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The receive names the source and tag the probe reported.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int my_rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int data[8];
    for (int i = 0; i < 8; i++)
        data[i] = my_rank;
    if (my_rank == 0)
    {
        int total = 0;
        for (int k = 1; k < nprocs; k++)
        {
            MPI_Status st;
            int n;
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &st);
            MPI_Get_count(&st, MPI_INT, &n);
            int *b = malloc(n * sizeof(int));
            MPI_Recv(b, n, MPI_INT, st.MPI_SOURCE, st.MPI_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            total += n * b[n - 1];
            free(b);
        }
        if (total != 4 * 1 + 8 * 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    else
        MPI_Send(data, 4 * my_rank, MPI_INT, 0, my_rank, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
