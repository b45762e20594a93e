// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Cannon's algorithm on a 2x2 torus with MPI_Sendrecv_replace.
#include <mpi.h>

int
main(int argc, char** argv)
{
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  MPI_Comm t;
  int d[2] = { 2, 2 }, per[2] = { 1, 1 }, c[2], r, s, dst;
  MPI_Cart_create(MPI_COMM_WORLD, 2, d, per, 0, &t);
  MPI_Comm_rank(t, &r);
  MPI_Cart_coords(t, r, 2, c);
  int a = 1 + r, b = 5 + r, sum = 0;
  MPI_Cart_shift(t, 1, -c[0], &s, &dst);
  MPI_Sendrecv_replace(&a, 1, MPI_INT, dst, 0, s, 0, t, MPI_STATUS_IGNORE);
  MPI_Cart_shift(t, 0, -c[1], &s, &dst);
  MPI_Sendrecv_replace(&b, 1, MPI_INT, dst, 0, s, 0, t, MPI_STATUS_IGNORE);
  for (int k = 0; k < 2; k++) {
    sum += a * b;
    MPI_Cart_shift(t, 1, -1, &s, &dst);
    MPI_Sendrecv_replace(&a, 1, MPI_INT, dst, 1, s, 1, t, MPI_STATUS_IGNORE);
    MPI_Cart_shift(t, 0, -1, &s, &dst);
    MPI_Sendrecv_replace(&b, 1, MPI_INT, dst, 2, s, 2, t, MPI_STATUS_IGNORE);
  }
  static const int want[4] = { 19, 22, 43, 50 };
  if (sum != want[r])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_free(&t);
  MPI_Finalize();
  return 0;
}
