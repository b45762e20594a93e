/* Collectives that are called wrongly, by the word that is given. */
#include "mpi_check.h"

static int rank, size;

static void returned(void) {
  int x = rank, y[64] = {0}, counts[64] = {0};
  MPI_Datatype pair;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Bcast(y, 1, pair, 0, MPI_COMM_WORLD)); /* not committed */
  MPI_Type_commit(&pair);
  CHECK_ERROR(MPI_ERR_COMM, MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_NULL));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Bcast(&x, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Bcast(&x, -1, MPI_INT, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_ROOT, MPI_Bcast(&x, 1, MPI_INT, size, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_ROOT, MPI_Reduce(&x, y, 1, MPI_INT, MPI_SUM, -1, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bcast(NULL, 1, MPI_INT, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allreduce(&x, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Allgather(y + 1, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce(MPI_IN_PLACE, y, 1, MPI_INT, MPI_SUM, (rank + 1) % size, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(&x, y, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(&x, y, 1, MPI_INT, MPI_REPLACE, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(&x, y, 1, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(&x, y, 1, MPI_FLOAT, MPI_BAND, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(&x, y, 1, MPI_DOUBLE_INT, MPI_MAX, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_OP, MPI_Allreduce(y, y + 8, 1, pair, MPI_SUM, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Allgatherv(&x, 1, MPI_INT, y, NULL, counts, MPI_INT, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Ibarrier(MPI_COMM_WORLD, NULL));
  CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Neighbor_alltoall(y, 1, MPI_INT, y + 8, 1, MPI_INT, MPI_COMM_WORLD));
  /* Each rank sends two values to its right neighbour, which takes one; what comes from the left side is as long. */
  MPI_Comm ring;
  int longer[2] = {1, 2}, ones[2] = {1, 1}, places[2] = {0, 8}, across[1] = {size}, around[1] = {1};
  MPI_Cart_create(MPI_COMM_WORLD, 1, across, around, 0, &ring);
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(y, 1, MPI_INT, y, 1, MPI_INT, ring));
  CHECK_ERROR(MPI_ERR_TRUNCATE,
              MPI_Neighbor_alltoallv(counts, longer, places, MPI_INT, y, ones, places, MPI_INT, ring));
  CHECK(MPI_Neighbor_alltoallv(counts, ones, places, MPI_INT, y, ones, places, MPI_INT, ring) == MPI_SUCCESS);
  MPI_Comm_free(&ring);
  counts[0] = -1;
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Reduce_scatter(y, y + 8, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  MPI_Op sum = MPI_SUM;
  CHECK_ERROR(MPI_ERR_OP, MPI_Op_free(&sum));
  MPI_Type_free(&pair);
}

int main(int argc, char** argv) {
  int x = 1, y = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const char* word = argv[1];
#define IS(name) (strcmp(word, name) == 0)
  if (IS("returned")) returned();
  if (IS("root")) MPI_Bcast(&x, 1, MPI_INT, rank == 2, MPI_COMM_WORLD);
  if (IS("operation")) MPI_Allreduce(&x, &y, 1, MPI_INT, rank == 2 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
  if (IS("size")) MPI_Bcast(&x, rank != 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (IS("another") && rank != 2) MPI_Barrier(MPI_COMM_WORLD);
  if (IS("another") && rank == 2) MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (IS("posted") && rank != 2) MPI_Barrier(MPI_COMM_WORLD);
  if (IS("posted") && rank == 2) MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (IS("absent") && rank != 2) MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (IS("absent") && rank == 2) MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (IS("fatal") && rank == 2) MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, 99, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("all errors of collectives are well\n");
  MPI_Finalize();
  return 0;
}
