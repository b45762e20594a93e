// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Several pending sends may read one unchanged buffer.
#include <mpi.h>

int main(int argc, char** argv)
{
    int me, world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    MPI_Request q[2];
    int cfg = 31;
    if (me == 0) {
        for (int w = 1; w < world; w++)
            MPI_Isend(&cfg, 1, MPI_INT, w, 0, MPI_COMM_WORLD, &q[w - 1]);
        MPI_Waitall(world - 1, q, MPI_STATUSES_IGNORE);
    } else {
        int c;
        MPI_Recv(&c, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (c != 31)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
