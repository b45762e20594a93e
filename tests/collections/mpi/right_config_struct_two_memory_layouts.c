// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The memory layouts differ but both types list the double first and the integer second, so the signatures agree.
#include <mpi.h>
#include <stddef.h>

struct cfg0
{
  double dt;
  int steps;
};
struct cfg1
{
  int steps;
  double dt;
};
static MPI_Datatype
make(MPI_Aint a, MPI_Aint b)
{
  int bl[2] = { 1, 1 };
  MPI_Aint d[2] = { a, b };
  MPI_Datatype ty[2] = { MPI_DOUBLE, MPI_INT }, t;
  MPI_Type_create_struct(2, bl, d, ty, &t);
  MPI_Type_commit(&t);
  return t;
}
int
main(int argc, char** argv)
{
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  struct cfg0 c0 = { .5, 10 };
  struct cfg1 c1 = { 0, 0 };
  MPI_Datatype t;
  if (rank == 0) {
    t = make(offsetof(struct cfg0, dt), offsetof(struct cfg0, steps));
    MPI_Bcast(&c0, 1, t, 0, MPI_COMM_WORLD);
  } else {
    t = make(offsetof(struct cfg1, dt), offsetof(struct cfg1, steps));
    MPI_Bcast(&c1, 1, t, 0, MPI_COMM_WORLD);
    if (c1.steps != 10 || c1.dt != .5)
      MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
