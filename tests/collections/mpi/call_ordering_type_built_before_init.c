// verdict: wrong
// class: call_ordering
// also: none
// nodes: 2
// call: MPI_Type_contiguous:11
// why: A static set-up routine builds the particle type before MPI_Init.
#include <mpi.h>

static MPI_Datatype particle;
static void setup(void) {
  MPI_Type_contiguous(3, MPI_DOUBLE, &particle);
}
int main(int argc, char** argv) {
  double p[3] = {1, 2, 3};
  setup();
  MPI_Init(&argc, &argv);
  MPI_Type_commit(&particle);
  MPI_Bcast(p, 1, particle, 0, MPI_COMM_WORLD);
  MPI_Type_free(&particle);
  MPI_Finalize();
  return 0;
}
