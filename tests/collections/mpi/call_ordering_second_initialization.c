// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Init:11
// why: A library initializes MPI again without asking MPI_Initialized.
#include <mpi.h>

static void library_open(void)
{
    MPI_Init(NULL, NULL);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    library_open();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
