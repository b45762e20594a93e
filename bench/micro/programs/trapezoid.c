/* The area under x * x from 0 to 1: each rank adds up its trapezoids, and rank 0 adds up the sums as they come. */
#include <math.h>
#include <mpi.h>

static double f(double x) { return x * x; }

int main(int argc, char** argv) {
  enum { EACH = 16 };
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double step = 1.0 / (EACH * ranks);
  double sum = 0;
  for (int i = EACH * rank; i < EACH * (rank + 1); ++i) sum += (f(i * step) + f((i + 1) * step)) * step / 2;
  if (rank != 0) {
    MPI_Send(&sum, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int i = 1; i < ranks; ++i) {
      double other;
      MPI_Recv(&other, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += other;
    }
    if (fabs(sum - 1.0 / 3) > 1e-3) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}
