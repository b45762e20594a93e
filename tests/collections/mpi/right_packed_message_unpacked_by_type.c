// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A packed message may be received with the types it was packed from.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    if (myid == 0) {
        int n = 3, pos = 0;
        double d[3] = { 1, 2, 3 };
        char b[64];
        MPI_Pack(&n, 1, MPI_INT, b, sizeof b, &pos, MPI_COMM_WORLD);
        MPI_Pack(d, 3, MPI_DOUBLE, b, sizeof b, &pos, MPI_COMM_WORLD);
        MPI_Send(b, pos, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    } else {
        int n = 0, pos = 0;
        double d[3];
        char b[64];
        MPI_Status st;
        int len;
        MPI_Recv(b, sizeof b, MPI_PACKED, 0, 0, MPI_COMM_WORLD, &st);
        MPI_Get_count(&st, MPI_PACKED, &len);
        MPI_Unpack(b, len, &pos, &n, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(b, len, &pos, d, n, MPI_DOUBLE, MPI_COMM_WORLD);
        if (n != 3 || d[2] != 3.0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
