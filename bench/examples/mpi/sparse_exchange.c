/* sparse_exchange.c [NEIGHBOURS [BYTES [ROUNDS]]]: all nodes exchange messages with a few others, drawn at random: each
 * node sends to NEIGHBOURS nodes and receives from as many, by MPI_Alltoallv with many empty blocks. The emulated
 * machine may carry it out by a schedule:
 *
 *   switchyard-mpicc sparse_exchange.c -o sparse_exchange
 *   switchyard mpirun -n 64 --machine ipsc860 --collective alltoallv=rs_nl ./sparse_exchange 8 4096 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns a random number. All nodes and hosts get the same sequence of numbers. */
static unsigned next_number(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static void draw_permutation(int* list, int count, unsigned* state) {
  for (int i = 0; i < count; ++i) list[i] = i;
  for (int i = count - 1; i > 0; --i) {
    const int other = (int)(next_number(state) % (unsigned)(i + 1)), kept = list[i];
    list[i] = list[other];
    list[other] = kept;
  }
}

/* Puts the nodes on a circle in a random order. Each node sends over the same random distances along the circle. */
static void draw_matrix(char* sends, int nodes, int neighbours) {
  unsigned state = 1;
  int *circle = malloc(sizeof(int) * (size_t)nodes), *distance = malloc(sizeof(int) * (size_t)nodes);
  draw_permutation(circle, nodes, &state);
  draw_permutation(distance, nodes - 1, &state);
  for (int i = 0; i < nodes; ++i)
    for (int k = 0; k < neighbours; ++k) sends[circle[i] * nodes + circle[(i + distance[k] + 1) % nodes]] = 1;
  free(circle);
  free(distance);
}

static unsigned char byte_of(int from, int to, int place) { return (unsigned char)(7 * from + 13 * to + place); }

/* Sets the position of each block in a buffer of all blocks, and returns the size of the buffer. */
static int place_blocks(const int* counts, int* places, int nodes) {
  int all = 0;
  for (int i = 0; i < nodes; ++i) {
    places[i] = all;
    all += counts[i];
  }
  return all;
}

int main(int argc, char** argv) {
  int rank, nodes, wrong = 0, all_wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  int neighbours = argc > 1 ? atoi(argv[1]) : 4;
  const int bytes = argc > 2 ? atoi(argv[2]) : 1024, rounds = argc > 3 ? atoi(argv[3]) : 4;
  if (neighbours > nodes - 1) neighbours = nodes - 1;
  char* sends = calloc((size_t)nodes, (size_t)nodes);
  draw_matrix(sends, nodes, neighbours);

  int* numbers = calloc(4 * (size_t)nodes, sizeof(int));
  int *out_counts = numbers, *out_places = numbers + nodes, *in_counts = numbers + 2 * nodes,
      *in_places = numbers + 3 * nodes;
  for (int i = 0; i < nodes; ++i) {
    out_counts[i] = sends[rank * nodes + i] ? bytes : 0;
    in_counts[i] = sends[i * nodes + rank] ? bytes : 0;
  }
  unsigned char* out = malloc((size_t)place_blocks(out_counts, out_places, nodes) + 1);
  unsigned char* in = calloc((size_t)place_blocks(in_counts, in_places, nodes) + 1, 1);
  for (int to = 0; to < nodes; ++to)
    for (int i = 0; i < out_counts[to]; ++i) out[out_places[to] + i] = byte_of(rank, to, i);

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int round = 0; round < rounds; ++round)
    MPI_Alltoallv(out, out_counts, out_places, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD);
  double took = (MPI_Wtime() - begin) / rounds, longest = 0;

  for (int from = 0; from < nodes; ++from)
    for (int i = 0; i < in_counts[from]; ++i) wrong += in[in_places[from] + i] != byte_of(from, rank, i);
  MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d nodes, %d messages of %d bytes from each, %d bytes wrong\n", nodes, neighbours, bytes, all_wrong);
    fprintf(stderr, "%.1f us an exchange\n", 1e6 * longest);
  }
  free(out);
  free(in);
  free(numbers);
  free(sends);
  MPI_Finalize();
  return all_wrong != 0;
}
