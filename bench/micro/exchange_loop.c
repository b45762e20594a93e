/* exchange_loop.c [BYTES [EXCHANGES [REPEATS]]]: the complete exchange by bare loops of MPI_Irecv, MPI_Isend and
 * MPI_Waitall, on the ranks that mpirun starts: all messages at once ("ac"); pairwise, in phase p with the rank
 * (me xor p), each phase waited for ("pairwise_u"); and pairwise with all receives posted first, each send waited for,
 * and then all receives ("posted"), which are the calls that the algorithm pairwise_u makes.
 *
 * Prints for each the median of messages a second over REPEATS measurements (default: 11), each of EXCHANGES exchanges
 * (100) of BYTES bytes (1024); a time is that of the slowest rank after a barrier. bench/native.sh compares the native
 * runs of `switchyard` with it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks, bytes;
static char *given, *got;
static MPI_Request* requests;
static MPI_Status* statuses;

static void begin(int partner, int place) {
  MPI_Irecv(got + (size_t)partner * (size_t)bytes, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, requests + place);
}

static void send(int partner, int place) {
  MPI_Isend(given + (size_t)partner * (size_t)bytes, bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, requests + place);
}

static void all_at_once(void) {
  int count = 0;
  for (int step = 1; step < ranks; ++step) begin((rank + step) % ranks, count++);
  for (int step = 1; step < ranks; ++step) send((rank + step) % ranks, count++);
  MPI_Waitall(count, requests, statuses);
}

static void pairwise(void) {
  for (int phase = 1; phase < ranks; ++phase) {
    begin(rank ^ phase, 0);
    send(rank ^ phase, 1);
    MPI_Waitall(2, requests, statuses);
  }
}

static void posted(void) {
  for (int phase = 1; phase < ranks; ++phase) begin(rank ^ phase, phase);
  for (int phase = 1; phase < ranks; ++phase) {
    send(rank ^ phase, 0);
    MPI_Wait(requests, statuses);
  }
  MPI_Waitall(ranks - 1, requests + 1, statuses);
}

static double seconds_of(void (*exchange)(void), int exchanges) {
  double mine, slowest;
  MPI_Barrier(MPI_COMM_WORLD);
  mine = MPI_Wtime();
  for (int i = 0; i < exchanges; ++i) exchange();
  mine = MPI_Wtime() - mine;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

static int compare(const void* one, const void* other) {
  const double a = *(const double*)one, b = *(const double*)other;
  return (a > b) - (a < b);
}

static void measure(const char* name, void (*exchange)(void), int exchanges, int repeats) {
  double* times = malloc(sizeof(double) * (size_t)repeats);
  seconds_of(exchange, exchanges);
  for (int i = 0; i < repeats; ++i) times[i] = seconds_of(exchange, exchanges);
  qsort(times, (size_t)repeats, sizeof(double), compare);
  if (rank == 0) printf("%s %.0f\n", name, (double)exchanges * ranks * (ranks - 1) / times[repeats / 2]);
  free(times);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bytes = argc > 1 ? atoi(argv[1]) : 1024;
  const int exchanges = argc > 2 ? atoi(argv[2]) : 100, repeats = argc > 3 ? atoi(argv[3]) : 11;
  given = calloc((size_t)ranks, (size_t)bytes);
  got = calloc((size_t)ranks, (size_t)bytes);
  requests = malloc(sizeof(MPI_Request) * 2 * (size_t)ranks);
  statuses = malloc(sizeof(MPI_Status) * 2 * (size_t)ranks);
  measure("ac", all_at_once, exchanges, repeats);
  if ((ranks & (ranks - 1)) == 0) {
    measure("pairwise_u", pairwise, exchanges, repeats);
    measure("posted", posted, exchanges, repeats);
  }
  MPI_Finalize();
  return 0;
}
