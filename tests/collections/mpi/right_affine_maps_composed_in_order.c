// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A non-commutative user operation; MPI_Reduce must apply it in rank order.
#include <mpi.h>

struct map
{
  long a, b;
};
static void
compose(void* in, void* io, int* n, MPI_Datatype* t)
{
  struct map *f = in, *g = io;
  (void)t;
  for (int i = 0; i < *n; i++) {
    struct map h = { g[i].a * f[i].a, g[i].a * f[i].b + g[i].b };
    g[i] = h;
  }
}
int
main(int argc, char** argv)
{
  int me, nprocs;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
  MPI_Op op;
  MPI_Datatype t;
  struct map m = { me + 2, me }, r = { 0, 0 };
  MPI_Type_contiguous(2, MPI_LONG, &t);
  MPI_Type_commit(&t);
  MPI_Op_create(compose, 0, &op);
  MPI_Reduce(&m, &r, 1, t, op, 0, MPI_COMM_WORLD);
  if (me == 0) {
    long x = 1;
    for (int p = 0; p < nprocs; p++)
      x = (p + 2) * x + p;
    if (r.a + r.b != x)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Op_free(&op);
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
