/* smpi.c WAY ROUNDS: exchanges of which nearly all host time is that of messages. In each round every rank sends 1 KiB
 * to 16 others and receives as much: by Isend, Irecv and Waitall; by Sendrecv with partners rank xor 1, 2, ...; or by
 * Alltoallv. WAY: waitall, sendrecv or alltoallv. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { kBytes = 1024, kDegree = 16 };

/* How far around the ring of ranks message number k goes: another distance for each k, if there are 64 ranks. */
static int distance(int k) { return 1 + 37 * k % 63; }

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* way = argc > 1 ? argv[1] : "waitall";
  const int rounds = argc > 2 ? atoi(argv[2]) : 1;
  char *out = calloc(kDegree, kBytes), *in = calloc(kDegree, kBytes);
  int *counts = calloc(4 * (size_t)ranks, sizeof(int)), *places = counts + ranks;
  int *in_counts = counts + 2 * ranks, *in_places = counts + 3 * ranks;
  if (ranks != 64) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int k = 0; k < kDegree; ++k) {
    const int to = (rank + distance(k)) % ranks, from = (rank + ranks - distance(k)) % ranks;
    counts[to] = in_counts[from] = kBytes;
    places[to] = in_places[from] = k * kBytes;
  }
  for (int round = 0; round < rounds; ++round) {
    if (strcmp(way, "waitall") == 0) {
      MPI_Request requests[2 * kDegree];
      for (int k = 0; k < kDegree; ++k)
        MPI_Irecv(in + k * kBytes, kBytes, MPI_BYTE, (rank + ranks - distance(k)) % ranks, 0, MPI_COMM_WORLD,
                  &requests[k]);
      for (int k = 0; k < kDegree; ++k)
        MPI_Isend(out + k * kBytes, kBytes, MPI_BYTE, (rank + distance(k)) % ranks, 0, MPI_COMM_WORLD,
                  &requests[kDegree + k]);
      MPI_Waitall(2 * kDegree, requests, MPI_STATUSES_IGNORE);
    } else if (strcmp(way, "sendrecv") == 0) {
      for (int k = 0; k < kDegree; ++k)
        MPI_Sendrecv(out + k * kBytes, kBytes, MPI_BYTE, rank ^ (k + 1), 0, in + k * kBytes, kBytes, MPI_BYTE,
                     rank ^ (k + 1), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Alltoallv(out, counts, places, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD);
    }
  }
  free(counts);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
