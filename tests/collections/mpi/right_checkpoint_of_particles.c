// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Particle records are gathered with a derived type and written by the root only.
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

struct part {
    int id;
    char kind;
    double pos[3];
};
int main(void)
{
    int rank, size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Datatype raw, t;
    int bl[3] = { 1, 1, 3 };
    MPI_Aint d[3] = { offsetof(struct part, id), offsetof(struct part, kind),
        offsetof(struct part, pos) };
    MPI_Datatype ty[3] = { MPI_INT, MPI_CHAR, MPI_DOUBLE };
    MPI_Type_create_struct(3, bl, d, ty, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(struct part), &t);
    MPI_Type_commit(&t);
    int n = rank + 1, cnt[3], dis[3] = { 0 };
    struct part mine[3], *all = NULL;
    for (int i = 0; i < n; i++) {
        mine[i].id = 10 * rank + i;
        mine[i].kind = 'a' + rank;
        mine[i].pos[0] = mine[i].pos[1] = mine[i].pos[2] = i;
    }
    MPI_Gather(&n, 1, MPI_INT, cnt, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        for (int p = 1; p < size; p++)
            dis[p] = dis[p - 1] + cnt[p - 1];
        all = malloc((dis[2] + cnt[2]) * sizeof *all);
    }
    MPI_Gatherv(mine, n, t, all, cnt, dis, t, 0, MPI_COMM_WORLD);
    if (rank == 0 && (all[5].id != 22 || all[5].kind != 'c' || all[5].pos[2] != 2))
        MPI_Abort(MPI_COMM_WORLD, 1);
    free(all);
    MPI_Type_free(&t);
    MPI_Type_free(&raw);
    MPI_Finalize();
    return 0;
}
