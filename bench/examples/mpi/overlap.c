/* overlap.c [STEPS]: a sum over all nodes goes on while each node computes the next term: MPI_Iallreduce is posted,
 * tested now and then, and waited for one step later. Prints the last sum, and checks all sums.
 *
 *   switchyard-mpicc overlap.c -o overlap
 *   switchyard mpirun -n 16 --machine ipsc860 ./overlap 8 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kTerms = 256, kPieces = 4 };

static long term(int rank, int step, int i) { return (long)(rank + 1) * (step + 1) + i; }

/* Computes one of the pieces of a step's work. Between two pieces, the sum that is under way makes progress. */
static void work(long* terms, int rank, int step, int piece) {
  for (int i = piece * kTerms / kPieces; i < (piece + 1) * kTerms / kPieces; ++i) terms[i] = term(rank, step, i);
}

static long sum_of_all(int nodes, int step, int i) {
  return (long)nodes * (nodes + 1) / 2 * (step + 1) + (long)nodes * i;
}

int main(int argc, char** argv) {
  int rank, nodes, wrong = 0, all_wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  const int steps = argc > 1 ? atoi(argv[1]) : 8;
  long terms[2][kTerms], sums[2][kTerms], last = 0;
  MPI_Request sum = MPI_REQUEST_NULL;
  for (int step = 0; step <= steps; ++step) {
    for (int piece = 0; piece < kPieces && step < steps; ++piece) {
      int done;
      work(terms[step % 2], rank, step, piece);
      MPI_Test(&sum, &done, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&sum, MPI_STATUS_IGNORE); /* waits for the sum of the previous step */
    for (int i = 0; i < kTerms && step > 0; ++i) wrong += sums[(step - 1) % 2][i] != sum_of_all(nodes, step - 1, i);
    if (step > 0) last = sums[(step - 1) % 2][0];
    if (step < steps) MPI_Iallreduce(terms[step % 2], sums[step % 2], kTerms, MPI_LONG, MPI_SUM, MPI_COMM_WORLD, &sum);
  }
  MPI_Request parts[2];
  MPI_Ireduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &parts[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &parts[1]);
  MPI_Waitall(2, parts, MPI_STATUSES_IGNORE);
  if (rank == 0)
    printf("%d nodes, %d sums of %d terms, the last one %ld, %d wrong\n", nodes, steps, kTerms, last, all_wrong);
  MPI_Finalize();
  return rank == 0 && all_wrong != 0;
}
