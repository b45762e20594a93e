// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A commutative fold with wildcards.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (myid == 0) {
        int lo = 1000, prod = 1, d;
        for (int k = 1; k < size; k++) {
            MPI_Recv(
                &d, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            prod *= d;
            if (d < lo)
                lo = d;
        }
        if (prod != 2 * 3 * 4 || lo != 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
    } else {
        int d = myid + 1;
        MPI_Send(&d, 1, MPI_INT, 0, myid, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
