/* sort.c [NUMBERS]: sorts NUMBERS numbers of each node by samples: each node sorts its own, all agree on numbers that
 * divide them into as many parts as there are nodes, and each node gets and sorts one part.
 *
 *   switchyard-mpicc sort.c -o sort
 *   switchyard mpirun -n 16 --machine cm5 ./sort 1000 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void* a, const void* b) {
  const unsigned left = *(const unsigned*)a, right = *(const unsigned*)b;
  return (left > right) - (left < right);
}

static void sort(unsigned* numbers, int count) { qsort(numbers, (size_t)count, sizeof(unsigned), compare); }

static unsigned* numbers_of(int rank, int count) {
  unsigned state = 12345u + (unsigned)rank;
  unsigned* numbers = malloc(sizeof(unsigned) * (size_t)(count + 1));
  for (int i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    numbers[i] = state >> 4;
  }
  return numbers;
}

/* Returns nodes - 1 numbers that divide the numbers of all nodes into parts of about equal size. */
static unsigned* dividers(const unsigned* sorted, int count, int nodes) {
  unsigned* samples = malloc(sizeof(unsigned) * (size_t)nodes);
  unsigned* all = malloc(sizeof(unsigned) * (size_t)(nodes * nodes));
  for (int i = 0; i < nodes; ++i) samples[i] = count > 0 ? sorted[(long)i * count / nodes] : 0;
  MPI_Allgather(samples, nodes, MPI_UNSIGNED, all, nodes, MPI_UNSIGNED, MPI_COMM_WORLD);
  sort(all, nodes * nodes);
  for (int i = 1; i < nodes; ++i) samples[i - 1] = all[i * nodes];
  free(all);
  return samples;
}

static int places_of(const int* counts, int* places, int nodes) {
  int all = 0;
  for (int i = 0; i < nodes; ++i) {
    places[i] = all;
    all += counts[i];
  }
  return all;
}

int main(int argc, char** argv) {
  int rank, nodes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  const int count = argc > 1 ? atoi(argv[1]) : 1000;
  unsigned* mine = numbers_of(rank, count);
  sort(mine, count);
  unsigned* divider = dividers(mine, count, nodes);

  int* numbers = calloc(4 * (size_t)nodes, sizeof(int));
  int *out = numbers, *out_places = numbers + nodes, *in = numbers + 2 * nodes, *in_places = numbers + 3 * nodes;
  for (int i = 0, part = 0; i < count; ++i) {
    while (part < nodes - 1 && mine[i] >= divider[part]) ++part;
    ++out[part];
  }
  places_of(out, out_places, nodes);
  MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  const int got = places_of(in, in_places, nodes);
  unsigned* part = malloc(sizeof(unsigned) * (size_t)(got + 1));
  MPI_Alltoallv(mine, out, out_places, MPI_UNSIGNED, part, in, in_places, MPI_UNSIGNED, MPI_COMM_WORLD);
  sort(part, got);

  /* The greatest number on all nodes of lower rank must not be above the least number on this node. */
  unsigned greatest = got > 0 ? part[got - 1] : 0, before = 0, sums[2] = {0, 0}, all_sums[2];
  MPI_Exscan(&greatest, &before, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i) sums[0] += mine[i];
  for (int i = 0; i < got; ++i) sums[1] += part[i];
  int in_order = rank == 0 || got == 0 || before <= part[0], all_in_order, all;
  MPI_Reduce(&in_order, &all_in_order, 1, MPI_INT, MPI_LAND, 0, MPI_COMM_WORLD);
  MPI_Reduce(sums, all_sums, 2, MPI_UNSIGNED, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&got, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  const int right = rank != 0 || (all_in_order && all_sums[0] == all_sums[1] && all == nodes * count);
  if (rank == 0) printf("%d numbers are %s, and their sum is %u\n", all, right ? "sorted" : "NOT sorted", all_sums[1]);
  free(part);
  free(numbers);
  free(divider);
  free(mine);
  MPI_Finalize();
  return !right;
}
