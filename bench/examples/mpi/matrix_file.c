/* matrix_file.c: a matrix that all nodes write into one file, and that node 0 alone reads.
 *
 * The nodes stand in a grid, and each has a block of the matrix. A block is a view of the file: a subarray, whose rows
 * lie apart. One collective write puts all blocks in their places, and the file is as one node would have written it.
 *
 *   switchyard-mpicc matrix_file.c -o matrix_file
 *   switchyard mpirun -n 16 --machine cm5 ./matrix_file 100 matrix.bin */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double entry(int row, int column) { return 0.5 * row - 0.25 * column + row * column % 7; }

/* Returns the first of the `length` rows or columns that node number `place` of `places` has; parts are about equal. */
static int first_of(int length, int places, int place) { return place * length / places; }

typedef struct {
  int first[2], count[2]; /* [0] of rows, [1] of columns */
} Block;

static Block own_block(int n) {
  int size, rank, grid[2] = {0, 0};
  Block block;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Dims_create(size, 2, grid);
  const int place[2] = {rank / grid[1], rank % grid[1]};
  for (int d = 0; d < 2; ++d) {
    block.first[d] = first_of(n, grid[d], place[d]);
    block.count[d] = first_of(n, grid[d], place[d] + 1) - block.first[d];
  }
  return block;
}

static void write_block(MPI_File file, int n, const Block* block) {
  const int rows = block->count[0], columns = block->count[1], entries = rows * columns;
  double* values = malloc(sizeof(double) * (size_t)(entries + 1));
  for (int i = 0; i < entries; ++i) values[i] = entry(block->first[0] + i / columns, block->first[1] + i % columns);
  MPI_Datatype view = MPI_DOUBLE;
  if (entries > 0) {
    MPI_Type_create_subarray(2, (int[]){n, n}, block->count, block->first, MPI_ORDER_C, MPI_DOUBLE, &view);
    MPI_Type_commit(&view);
  }
  MPI_File_set_view(file, 0, MPI_DOUBLE, view, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, values, entries, MPI_DOUBLE, MPI_STATUS_IGNORE);
  if (entries > 0) MPI_Type_free(&view);
  free(values);
}

static void read_whole(const char* name, int n) {
  MPI_File file;
  MPI_Offset bytes;
  MPI_Status status;
  int count = 0, wrong = 0;
  double trace = 0, *all = malloc(sizeof(double) * (size_t)n * (size_t)n);
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_get_size(file, &bytes);
  MPI_File_read(file, all, n * n, MPI_DOUBLE, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_File_close(&file);
  for (int i = 0; i < count; ++i) wrong += all[i] != entry(i / n, i % n);
  for (int i = 0; i * (n + 1) < count; ++i) trace += all[i * (n + 1)];
  printf("%d entries in %lld bytes, %d are wrong, the trace is %g\n", count, (long long)bytes, wrong, trace);
  free(all);
}

int main(int argc, char** argv) {
  int rank;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  const char* name = argc > 2 ? argv[2] : "matrix.bin";
  const Block block = own_block(n);
  const int code = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  if (code != MPI_SUCCESS) { /* unless a program changes it, errors of files are returned */
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    if (rank == 0) fprintf(stderr, "%s: %s\n", name, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_File_set_size(file, 0);
  write_block(file, n, &block);
  MPI_File_close(&file);
  if (rank == 0) read_whole(name, n);
  MPI_Finalize();
  return 0;
}
