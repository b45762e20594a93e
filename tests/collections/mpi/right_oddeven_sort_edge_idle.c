// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Odd-even transposition sort; unpaired edge processes talk to MPI_PROC_NULL.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, nprocs;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    int key = nprocs - rank;
    for (int phase = 0; phase < nprocs; phase++)
    {
        int p = ((phase + rank) % 2 == 0) ? rank + 1 : rank - 1, other;
        if (p < 0 || p >= nprocs)
            p = MPI_PROC_NULL;
        MPI_Sendrecv(&key, 1, MPI_INT, p, phase, &other, 1, MPI_INT, p, phase, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (p != MPI_PROC_NULL && (rank < p) == (other < key))
            key = other;
    }
    if (key != rank + 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
