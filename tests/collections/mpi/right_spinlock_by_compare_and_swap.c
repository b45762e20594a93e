// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A remote spinlock by compare-and-swap protects a get-put counter; the holder flushes before releasing.
#include <mpi.h>

struct shared
{
    int lock;
    int count;
};
int main(int argc, char **argv)
{
    int self;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    struct shared *s;
    MPI_Win w;
    int zero = 0, one = 1;
    MPI_Win_allocate(self == 0 ? sizeof *s : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &s,
                     &w);
    MPI_Win_lock_all(0, w);
    if (self == 0)
    {
        s->lock = 0;
        s->count = 0;
        MPI_Win_sync(w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < 2; k++)
    {
        int old = 1, v = 0, seen;
        while (old != 0)
        {
            MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 0, w);
            MPI_Win_flush(0, w);
        }
        MPI_Get(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, w);
        MPI_Win_flush(0, w);
        v++;
        MPI_Put(&v, 1, MPI_INT, 0, 1, 1, MPI_INT, w);
        MPI_Win_flush(0, w);
        MPI_Fetch_and_op(&zero, &seen, MPI_INT, 0, 0, MPI_REPLACE, w);
        MPI_Win_flush(0, w);
        if (seen != 1)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (self == 0)
    {
        MPI_Win_sync(w);
        if (s->count != 6)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Win_unlock_all(w);
    MPI_Win_free(&w);
    MPI_Finalize();
    return 0;
}
