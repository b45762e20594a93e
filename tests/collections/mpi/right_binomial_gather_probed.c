// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A gather tree whose messages grow; parents probe for the length.
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, np;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &np);
    int data[4] = { rank }, n = 1;
    for (int m = 1; m < np; m <<= 1) {
        if (rank & m) {
            MPI_Send(data, n, MPI_INT, rank - m, m, MPI_COMM_WORLD);
            break;
        }
        if (rank + m < np) {
            MPI_Status st;
            int c;
            MPI_Probe(rank + m, m, MPI_COMM_WORLD, &st);
            MPI_Get_count(&st, MPI_INT, &c);
            if (n + c > 4)
                MPI_Abort(MPI_COMM_WORLD, 1);
            MPI_Recv(data + n, c, MPI_INT, rank + m, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            n += c;
        }
    }
    if (rank == 0) {
        if (n != 4)
            MPI_Abort(MPI_COMM_WORLD, 1);
        for (int i = 0; i < 4; i++)
            if (data[i] != i)
                MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
