// verdict: right
// class: none
// also: none
// nodes: 1
// call: none
// why: The write is complete before the same process reads the bytes through the same handle.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 1, in = 2;
    MPI_File f;
    MPI_Request w;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_SELF, "f40.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    MPI_File_iwrite_at(f, 0, &out, 1, MPI_INT, &w);
    MPI_Wait(&w, MPI_STATUS_IGNORE);
    MPI_File_read_at(f, 0, &in, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
    MPI_Finalize();
    return in != 1;
}
