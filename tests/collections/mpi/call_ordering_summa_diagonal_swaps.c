// verdict: wrong
// class: call_ordering
// also: deadlock
// nodes: 4
// call: MPI_Allreduce:24, MPI_Allreduce:29
// why: Diagonal processes broadcast along the column first, off-diagonal ones along the row first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm row, col;
    int i = rank / 2, j = rank % 2, a = rank + 1, b = rank + 5, c = 0;
    MPI_Comm_split(MPI_COMM_WORLD, i, j, &row);
    MPI_Comm_split(MPI_COMM_WORLD, j, i, &col);
    for (int k = 0; k < 2; k++)
    {
        int x = a, y = b;
        if (i == j)
        {
            MPI_Allreduce(MPI_IN_PLACE, &y, 1, MPI_INT, MPI_MAX, col);
            MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_MIN, row);
        }
        else
        {
            MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_MIN, row);
            MPI_Allreduce(MPI_IN_PLACE, &y, 1, MPI_INT, MPI_MAX, col);
        }
        c += x * y;
    }
    printf("%d\n", c);
    MPI_Comm_free(&row);
    MPI_Comm_free(&col);
    MPI_Finalize();
    return 0;
}
