// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: An attribute on a duplicated communicator with its key freed at the end.
#include <mpi.h>
#include <stdlib.h>

static int on_delete(MPI_Comm c, int k, void *v, void *x)
{
    (void)c;
    (void)k;
    (void)x;
    free(v);
    return MPI_SUCCESS;
}
int main(int argc, char **argv)
{
    int myid;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myid);
    int key, flag, *val = malloc(sizeof *val), *got;
    MPI_Comm c;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &c);
    *val = myid + 3;
    MPI_Comm_set_attr(c, key, val);
    MPI_Comm_get_attr(c, key, &got, &flag);
    if (!flag || *got != myid + 3)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(&c);
    MPI_Comm_free_keyval(&key);
    MPI_Finalize();
    return 0;
}
