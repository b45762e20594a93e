// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: An inner type needs no commit when only the outer one communicates.
#include <mpi.h>

int main(int argc, char** argv)
{
    int my_rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
    int m[12];
    MPI_Datatype in, out;
    for (int i = 0; i < 12; i++)
        m[i] = my_rank == 0 ? i : -1;
    MPI_Type_contiguous(2, MPI_INT, &in);
    MPI_Type_vector(2, 1, 3, in, &out);
    MPI_Type_commit(&out);
    MPI_Type_free(&in);
    MPI_Bcast(m, 1, out, 0, MPI_COMM_WORLD);
    if (m[7] != 7 || (my_rank && m[2] != -1))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Type_free(&out);
    MPI_Finalize();
    return 0;
}
