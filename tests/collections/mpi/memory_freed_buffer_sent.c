// verdict: wrong
// class: memory
// also: none
// nodes: 2
// call: MPI_Send:28
// why: The list was freed by the consumer function before it is sent.
#include <mpi.h>
#include <stdlib.h>

static int length(int* l, int n)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        k += l[i] != 0;
    free(l);
    return k;
}
int main(int argc, char** argv)
{
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    int* l = malloc(20 * sizeof *l);
    for (int i = 0; i < 20; i++)
        l[i] = i % 3;
    if (me == 0) {
        int k = length(l, 20);
        MPI_Send(l, k, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(l, 20, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(l);
    }
    MPI_Finalize();
    return 0;
}
