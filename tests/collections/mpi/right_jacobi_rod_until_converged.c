// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: A heat rod iterated with ghost exchange by MPI_Sendrecv; the stopping test is global.
#include <mpi.h>

#define N 4
static double
step(const double* u, double* v)
{
  double d = 0;
  for (int i = 1; i <= N; i++) {
    v[i] = .5 * (u[i - 1] + u[i + 1]);
    double e = v[i] > u[i] ? v[i] - u[i] : u[i] - v[i];
    if (e > d)
      d = e;
  }
  return d;
}
int
main(void)
{
  int rank, world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  double u[N + 2] = { 0 }, v[N + 2] = { 0 }, diff = 1;
  int lo = rank ? rank - 1 : MPI_PROC_NULL, hi = rank < world - 1 ? rank + 1 : MPI_PROC_NULL,
      it = 0;
  if (rank == 0)
    u[0] = v[0] = 1;
  while (diff > 1e-3 && it < 2000) {
    MPI_Sendrecv(&u[1],
                 1,
                 MPI_DOUBLE,
                 lo,
                 0,
                 &u[N + 1],
                 1,
                 MPI_DOUBLE,
                 hi,
                 0,
                 MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[N],
                 1,
                 MPI_DOUBLE,
                 hi,
                 1,
                 &u[0],
                 1,
                 MPI_DOUBLE,
                 lo,
                 1,
                 MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    double d = step(u, v);
    for (int i = 1; i <= N; i++)
      u[i] = v[i];
    MPI_Allreduce(&d, &diff, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    it++;
  }
  if (it >= 2000 || u[1] < u[N])
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
