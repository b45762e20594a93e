// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Names of different length are packed with their length and unpacked at the root in rank order.
#include <string.h>
#include <mpi.h>

int main(int argc, char** argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    static const char* names[3] = { "ada", "grace", "edsger" };
    char buf[64], nm[16];
    int pos = 0, n = (int)strlen(names[rank]);
    if (rank) {
        MPI_Pack(&n, 1, MPI_INT, buf, 64, &pos, MPI_COMM_WORLD);
        MPI_Pack(names[rank], n, MPI_CHAR, buf, 64, &pos, MPI_COMM_WORLD);
        MPI_Send(buf, pos, MPI_PACKED, 0, 0, MPI_COMM_WORLD);
    } else
        for (int p = 1; p < nprocs; p++) {
            MPI_Status st;
            int len;
            MPI_Probe(p, 0, MPI_COMM_WORLD, &st);
            MPI_Get_count(&st, MPI_PACKED, &len);
            if (len > 64)
                MPI_Abort(MPI_COMM_WORLD, 1);
            MPI_Recv(buf, len, MPI_PACKED, p, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            pos = 0;
            MPI_Unpack(buf, len, &pos, &n, 1, MPI_INT, MPI_COMM_WORLD);
            MPI_Unpack(buf, len, &pos, nm, n, MPI_CHAR, MPI_COMM_WORLD);
            if (memcmp(nm, names[p], n))
                MPI_Abort(MPI_COMM_WORLD, 1);
        }
    MPI_Finalize();
    return 0;
}
