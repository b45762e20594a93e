// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The last process is the root.
#include <mpi.h>

int main(int argc, char** argv)
{
    int self, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int last = size - 1, v = self, s = 0;
    MPI_Reduce(&v, &s, 1, MPI_INT, MPI_SUM, last, MPI_COMM_WORLD);
    if (self == last && s != 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
