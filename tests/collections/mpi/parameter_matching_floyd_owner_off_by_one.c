// verdict: wrong
// class: parameter_matching
// also: deadlock
// nodes: 3
// call: MPI_Bcast:23
// why: The owner of the row is computed with a different block length on the last process.
#include <mpi.h>
#include <stdio.h>

#define N 6
int main(int argc, char **argv)
{
    int rank;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int row[N], per = rank == 2 ? N / 2 : N / 3;
    for (int j = 0; j < N; j++)
        row[j] = rank * 10 + j;
    for (int k = 0; k < N; k++)
    {
        int owner = k / per;
        MPI_Bcast(row, N, MPI_INT, owner, MPI_COMM_WORLD);
    }
    printf("%d\n", row[0]);
    MPI_Finalize();
    return 0;
}
