// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: MPI_Comm_create_group is collective over the group's members only.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    if (myid != 2) {
        MPI_Group all, g;
        MPI_Comm c;
        int ex = 2, n, s, r;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_excl(all, 1, &ex, &g);
        MPI_Comm_create_group(MPI_COMM_WORLD, g, 17, &c);
        MPI_Comm_size(c, &n);
        MPI_Comm_rank(c, &r);
        MPI_Allreduce(&myid, &s, 1, MPI_INT, MPI_SUM, c);
        if (n != 3 || s != 4 || r > myid)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Comm_free(&c);
        MPI_Group_free(&g);
        MPI_Group_free(&all);
    }
    MPI_Finalize();
    return 0;
}
