// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Results of calls are stored beside the parts of the record that are sent and received.
#include <mpi.h>
struct record { int rank, size; double in[2], out[2]; int count; };
int main(int argc, char **argv) {
  struct record r = {0};
  MPI_Request q[2];
  MPI_Status s[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
  MPI_Irecv(r.in, 2, MPI_DOUBLE, 1 - r.rank, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Isend(r.out, 2, MPI_DOUBLE, 1 - r.rank, 0, MPI_COMM_WORLD, &q[1]);
  MPI_Comm_size(MPI_COMM_WORLD, &r.size);
  MPI_Initialized(&r.count);
  MPI_Waitall(2, q, s);
  MPI_Get_count(&s[0], MPI_DOUBLE, &r.count);
  if (r.count != 2) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
