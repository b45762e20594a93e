/* openmp_teams.c: calls of MPI in parallel regions of OpenMP, in the way that the word given as argument says.
   Rank 0 sends a number to rank 1 in each case. */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static int rank, number = 7;

static void exchange(void) {
  if (rank == 0) MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  const char* const word = argc > 1 ? argv[1] : "";
  int provided = MPI_THREAD_SINGLE, required = MPI_THREAD_SINGLE;
  if (strncmp(word, "funneled", 8) == 0) required = MPI_THREAD_FUNNELED;
  if (strncmp(word, "multiple", 8) == 0) required = MPI_THREAD_MULTIPLE;
  if (required == MPI_THREAD_SINGLE) {
    MPI_Init(&argc, &argv);
  } else {
    MPI_Init_thread(&argc, &argv, required, &provided);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(word, "critical") == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
#pragma omp critical
      exchange();
    }
  } else if (strcmp(word, "funneled_single") == 0) {
#pragma omp parallel
    {
#pragma omp single
      exchange();
    }
  } else if (strcmp(word, "funneled_sections") == 0) {
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      number += 0;
#pragma omp section
      exchange();
    }
  } else if (strcmp(word, "funneled_master") == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      exchange();
    }
  } else if (strcmp(word, "funneled_query") == 0) {
#pragma omp parallel num_threads(2)
    {
      int is_main;
      MPI_Is_thread_main(&is_main);
      if (is_main) exchange();
    }
  } else if (strcmp(word, "loop") == 0) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++)
      if (i == 0) exchange();
  } else if (strcmp(word, "multiple_sections") == 0) {
    int one = 1, two = 2, sums[2];
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      MPI_Allreduce(&one, &sums[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp section
      MPI_Allreduce(&two, &sums[1], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
  } else if (strcmp(word, "compute") == 0) {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++) sum += i;
    if (sum != 4950) MPI_Abort(MPI_COMM_WORLD, 1);
    exchange();
  } else if (strcmp(word, "one_thread") == 0) {
#pragma omp parallel num_threads(1)
    exchange();
#pragma omp parallel if (rank > 1)
    exchange();
    omp_set_num_threads(1);
#pragma omp parallel
    exchange();
  } else if (strcmp(word, "as_many_as_there_are") == 0) {
    const int threads = omp_get_max_threads();
#pragma omp parallel num_threads(threads)
    exchange();
  }
  MPI_Finalize();
  return 0;
}
