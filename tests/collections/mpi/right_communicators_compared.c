// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Comparison of communicators and groups, everything freed.
#include <mpi.h>

int main(int argc, char** argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    MPI_Comm d, s;
    MPI_Group a, b;
    int r;
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -myid, &s);
    MPI_Comm_compare(MPI_COMM_WORLD, d, &r);
    if (r != MPI_CONGRUENT)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_compare(MPI_COMM_WORLD, s, &r);
    if (r != MPI_SIMILAR)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_group(d, &a);
    MPI_Comm_group(s, &b);
    MPI_Group_compare(a, b, &r);
    if (r != MPI_SIMILAR)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Comm_free(&d);
    MPI_Comm_free(&s);
    MPI_Finalize();
    return 0;
}
