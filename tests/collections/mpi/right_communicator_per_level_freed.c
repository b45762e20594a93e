// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Each level's communicator is freed when the next one exists.
#include <mpi.h>

int main(int argc, char** argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm cur, next;
    int n = size, levels = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &cur);
    while (n > 1) {
        int r;
        MPI_Comm_rank(cur, &r);
        MPI_Comm_split(cur, r < n / 2, r, &next);
        MPI_Comm_free(&cur);
        cur = next;
        MPI_Comm_size(cur, &n);
        levels++;
    }
    MPI_Comm_free(&cur);
    if (levels != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
