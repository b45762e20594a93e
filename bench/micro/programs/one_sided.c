/* one_sided.c WAY ROUNDS: in each round each rank transfers 8 bytes to or from 16 others. WAY is two_sided (posted
 * receives, posted sends, one wait for all), or put, get or accumulate, each round between two fences. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 16 };

static int rank, ranks;
static long out[OTHERS], in[OTHERS];

static int distance(int k) { return 1 + 37 * k % 63; }
static int target(int k) { return (rank + distance(k)) % ranks; }
static int source(int k) { return (rank + ranks - distance(k)) % ranks; }

static void exchange(void) {
  MPI_Request requests[2 * OTHERS];
  for (int k = 0; k < OTHERS; ++k) MPI_Irecv(&in[k], 1, MPI_LONG, source(k), k, MPI_COMM_WORLD, &requests[k]);
  for (int k = 0; k < OTHERS; ++k) MPI_Isend(&out[k], 1, MPI_LONG, target(k), k, MPI_COMM_WORLD, &requests[OTHERS + k]);
  MPI_Waitall(2 * OTHERS, requests, MPI_STATUSES_IGNORE);
}

static void access_window(const char* way, MPI_Win window) {
  for (int k = 0; k < OTHERS; ++k) {
    if (strcmp(way, "put") == 0) {
      MPI_Put(&out[k], 1, MPI_LONG, target(k), k, 1, MPI_LONG, window);
    } else if (strcmp(way, "get") == 0) {
      MPI_Get(&in[k], 1, MPI_LONG, target(k), k, 1, MPI_LONG, window);
    } else {
      MPI_Accumulate(&out[k], 1, MPI_LONG, target(k), k, 1, MPI_LONG, MPI_SUM, window);
    }
  }
  MPI_Win_fence(0, window);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* way = argc > 1 ? argv[1] : "two_sided";
  const int rounds = argc > 2 ? atoi(argv[2]) : 1;
  if (strcmp(way, "two_sided") == 0) {
    for (int round = 0; round < rounds; ++round) exchange();
  } else {
    long* memory;
    MPI_Win window;
    MPI_Win_allocate(sizeof(out), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memset(memory, 0, sizeof(out));
    MPI_Win_fence(0, window);
    for (int round = 0; round < rounds; ++round) access_window(way, window);
    MPI_Win_free(&window);
  }
  MPI_Finalize();
  return 0;
}
