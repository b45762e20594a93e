// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: All processes call the split; the odd ones pass MPI_UNDEFINED and get no communicator.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm evens;
    MPI_Comm_split(MPI_COMM_WORLD, myid % 2 == 0 ? 0 : MPI_UNDEFINED, myid, &evens);
    if (evens != MPI_COMM_NULL) {
        int s = 1, t = 0;
        MPI_Allreduce(&s, &t, 1, MPI_INT, MPI_SUM, evens);
        if (t != 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Comm_free(&evens);
    } else if (myid % 2 == 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
