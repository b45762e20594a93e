// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: MPI_Send:16
// why: The receiver takes the second message first; the first send returns only if it is buffered.
#include <mpi.h>

int main(int argc, char** argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int hdr = 2, body[2] = { 3, 4 };
    if (me == 0) {
        MPI_Send(&hdr, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(body, 2, MPI_INT, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(body, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&hdr, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (hdr != 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
