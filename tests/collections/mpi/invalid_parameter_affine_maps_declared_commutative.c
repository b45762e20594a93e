// verdict: wrong
// class: invalid_parameter
// also: message_race
// nodes: 3
// call: MPI_Op_create:27, MPI_Reduce:28
// why: The maps are composed by an operation that is declared commutative, and is not.
#include <mpi.h>
#include <stdio.h>

typedef struct { long factor, offset; } Map;

static void compose(void *first, void *then, int *count, MPI_Datatype *type)
{
  Map *f = first, *g = then;
  (void)type;
  for (int i = 0; i < *count; i++)
    g[i] = (Map){ g[i].factor * f[i].factor, g[i].factor * f[i].offset + g[i].offset };
}
int main(int argc, char **argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype map;
  MPI_Type_contiguous(2, MPI_LONG, &map);
  MPI_Type_commit(&map); MPI_Op op; Map own = { rank + 2, rank }, all = { 0, 0 };
  MPI_Op_create(compose, 1, &op);
  MPI_Reduce(&own, &all, 1, map, op, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%ld x + %ld\n", all.factor, all.offset);
  MPI_Op_free(&op);
  MPI_Type_free(&map);
  MPI_Finalize();
  return 0;
}
