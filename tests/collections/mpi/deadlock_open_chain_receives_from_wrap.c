// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: MPI_Recv:16
// why: The chain is open (the last process sends nothing) yet process 0 waits for its wrapped left neighbour.
#include <mpi.h>

int main(int argc, char **argv)
{
    int self, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int token = 0;
    MPI_Recv(&token, 1, MPI_INT, (self + size - 1) % size, 4, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    token++;
    if (self < size - 1)
        MPI_Send(&token, 1, MPI_INT, self + 1, 4, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
