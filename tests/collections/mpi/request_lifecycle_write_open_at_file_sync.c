// verdict: wrong
// class: request_lifecycle
// also: none
// nodes: 2
// call: MPI_File_iwrite_at:17, MPI_File_sync:18
// why: All nonblocking accesses to a file must be complete before it is synchronised.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 1;
    MPI_File f;
    MPI_Request w;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "sync40.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    MPI_File_iwrite_at(f, 4 * rank, &out, 1, MPI_INT, &w);
    MPI_File_sync(f);
    MPI_Wait(&w, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
    MPI_Finalize();
    return 0;
}
