// verdict: wrong
// class: resource_leak
// also: none
// nodes: 4
// call: MPI_Comm_create_group:20
// why: The members' communicator made by MPI_Comm_create_group is not freed.
#include <mpi.h>

int main(int argc, char** argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    if (self != 2) {
        MPI_Group all, g;
        MPI_Comm c;
        int ex = 2, s;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_excl(all, 1, &ex, &g);
        MPI_Comm_create_group(MPI_COMM_WORLD, g, 17, &c);
        MPI_Allreduce(&self, &s, 1, MPI_INT, MPI_SUM, c);
        if (s != 4)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Group_free(&g);
        MPI_Group_free(&all);
    }
    MPI_Finalize();
    return 0;
}
