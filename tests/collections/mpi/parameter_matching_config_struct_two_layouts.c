// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: MPI_Bcast:36, MPI_Bcast:39
// why: Process 1 was built with the fields of the configuration in another order, so the type signatures of the broadcast differ.
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

struct cfg0 {
  double dt;
  int steps;
};
struct cfg1 {
  int steps;
  double dt;
};
static MPI_Datatype make(MPI_Aint a, MPI_Datatype ta, MPI_Aint b, MPI_Datatype tb) {
  int bl[2] = {1, 1};
  MPI_Aint d[2] = {a, b};
  MPI_Datatype ty[2] = {ta, tb}, t;
  MPI_Type_create_struct(2, bl, d, ty, &t);
  MPI_Type_commit(&t);
  return t;
}
int main(int argc, char** argv) {
  int self;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  struct cfg0 c0 = {.1, 10};
  struct cfg1 c1 = {0, 0};
  MPI_Datatype t;
  if (self == 0) {
    t = make(offsetof(struct cfg0, dt), MPI_DOUBLE, offsetof(struct cfg0, steps), MPI_INT);
    MPI_Bcast(&c0, 1, t, 0, MPI_COMM_WORLD);
  } else {
    t = make(offsetof(struct cfg1, steps), MPI_INT, offsetof(struct cfg1, dt), MPI_DOUBLE);
    MPI_Bcast(&c1, 1, t, 0, MPI_COMM_WORLD);
    printf("%d %g\n", c1.steps, c1.dt);
  }
  MPI_Type_free(&t);
  MPI_Finalize();
  return 0;
}
