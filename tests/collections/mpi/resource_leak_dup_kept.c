// verdict: wrong
// class: resource_leak
// also: none
// nodes: 3
// call: MPI_Comm_dup:17
// why: The duplicated communicator is never freed.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm mine;
    int s = self, t;
    MPI_Comm_dup(MPI_COMM_WORLD, &mine);
    MPI_Allreduce(&s, &t, 1, MPI_INT, MPI_SUM, mine);
    printf("%d\n", t);
    MPI_Finalize();
    return 0;
}
