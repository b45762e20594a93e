// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Waitall:19
// why: The array of statuses has room for one status, and MPI_Waitall stores two.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, in, out = 7;
    MPI_Request both[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Status one[1];
    MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(&out, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &both[1]);
    MPI_Waitall(2, both, one);
    MPI_Finalize();
    return one[0].MPI_TAG != 0;
}
