/* Adaptive quadrature of x * x from 0 to 1 by a master and workers. A worker asks for an interval, and says with its
 * next request which area it has found, or that the interval is too long; the master then halves it. usage: quadrature
 * TOLERANCE */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

enum { WORK, STOP, MOST = 64 };

struct interval {
  double begin, end;
};
struct result {
  double area;
  struct interval too_long; /* empty if the interval was short enough */
};

static double f(double x) { return x * x; }
static double trapezoid(double begin, double end) { return (f(begin) + f(end)) * (end - begin) / 2; }

static void work(double tolerance) {
  struct result result = {0, {0, 0}};
  for (;;) {
    struct interval given;
    MPI_Status status;
    MPI_Sendrecv(&result, 3, MPI_DOUBLE, 0, WORK, &given, 2, MPI_DOUBLE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == STOP) return;
    const double middle = (given.begin + given.end) / 2;
    const double fine = trapezoid(given.begin, middle) + trapezoid(middle, given.end);
    result = (struct result){fine, {0, 0}};
    if (fabs(trapezoid(given.begin, given.end) - fine) > tolerance) result = (struct result){0, given};
  }
}

static double lead(int workers) {
  struct interval open[MOST] = {{0, 1}};
  int idle[MOST], opened = 1, idling = 0;
  double area = 0;
  while (opened > 0 || idling < workers) {
    if (opened > 0 && idling > 0) {
      MPI_Send(&open[--opened], 2, MPI_DOUBLE, idle[--idling], WORK, MPI_COMM_WORLD);
      continue;
    }
    struct result result;
    MPI_Status status;
    MPI_Recv(&result, 3, MPI_DOUBLE, MPI_ANY_SOURCE, WORK, MPI_COMM_WORLD, &status);
    idle[idling++] = status.MPI_SOURCE;
    area += result.area;
    const double begin = result.too_long.begin, end = result.too_long.end;
    if (begin == end) continue;
    open[opened++] = (struct interval){begin, (begin + end) / 2};
    open[opened++] = (struct interval){(begin + end) / 2, end};
  }
  for (int worker = 1; worker <= workers; ++worker) MPI_Send(open, 0, MPI_DOUBLE, worker, STOP, MPI_COMM_WORLD);
  return area;
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank != 0) {
    work(argc > 1 ? atof(argv[1]) : 0.04);
  } else if (fabs(lead(ranks - 1) - 1.0 / 3) > 0.1) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
