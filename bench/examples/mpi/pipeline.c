/* pipeline.c [ITEMS [BYTES]]: items go through all nodes, one after another; each node changes each item, and passes it
 * on while it receives the next one: persistent requests, two buffers.
 *
 *   switchyard-mpicc pipeline.c -o pipeline
 *   switchyard mpirun -n 8 --machine paragon ./pipeline 16 4096 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void change(unsigned char* item, int bytes, int rank) {
  for (int i = 0; i < bytes; ++i) item[i] = (unsigned char)(item[i] * 5 + rank + i);
}

static unsigned sum_of(const unsigned char* item, int bytes) {
  unsigned sum = 0;
  for (int i = 0; i < bytes; ++i) sum = sum * 31 + item[i];
  return sum;
}

int main(int argc, char** argv) {
  int rank, nodes;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  const int items = argc > 1 ? atoi(argv[1]) : 16, bytes = argc > 2 ? atoi(argv[2]) : 1024;
  const int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, after = rank + 1 < nodes ? rank + 1 : MPI_PROC_NULL;
  unsigned char* buffers[2] = {malloc((size_t)bytes + 1), malloc((size_t)bytes + 1)};
  MPI_Request receives[2], sends[2];
  for (int i = 0; i < 2; ++i) {
    MPI_Recv_init(buffers[i], bytes, MPI_BYTE, before, 0, MPI_COMM_WORLD, &receives[i]);
    MPI_Send_init(buffers[i], bytes, MPI_BYTE, after, 0, MPI_COMM_WORLD, &sends[i]);
  }
  unsigned sum = 0;
  if (items > 0) MPI_Start(&receives[0]);
  for (int item = 0; item < items; ++item) {
    const int mine = item % 2, next = 1 - mine;
    MPI_Wait(&receives[mine], MPI_STATUS_IGNORE);
    if (item > 0) MPI_Wait(&sends[next], MPI_STATUS_IGNORE); /* frees the buffer into which the next item is received */
    if (item + 1 < items) MPI_Start(&receives[next]);
    if (rank == 0) memset(buffers[mine], item, (size_t)bytes);
    change(buffers[mine], bytes, rank);
    if (rank == nodes - 1) sum = sum * 17 + sum_of(buffers[mine], bytes);
    MPI_Start(&sends[mine]);
  }
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; ++i) {
    MPI_Request_free(&receives[i]);
    MPI_Request_free(&sends[i]);
    free(buffers[i]);
  }
  if (rank == nodes - 1)
    printf("%d items of %d bytes have gone through %d nodes; their sum is %u\n", items, bytes, nodes, sum);
  MPI_Finalize();
  return 0;
}
