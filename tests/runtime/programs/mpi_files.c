/* mpi_files.c FOLDER [WHAT]: files, on any number of nodes. Each part makes a file, and looks at its bytes. */
#include "mpi_check.h"

static int rank, size;
static char path[1024];
static const char* folder;
static int is_lax; /* only what other libraries do, too */

static MPI_File open_in(MPI_Comm comm, const char* name, int amode) {
  MPI_File file;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  CHECK(MPI_File_open(comm, path, amode, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  return file;
}
static MPI_File fresh(const char* name) {
  const int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File file = open_in(MPI_COMM_WORLD, name, amode);
  MPI_File_set_size(file, 0);
  return file;
}

/* The bytes of the file, as the host has them. */
static size_t bytes_of(MPI_File file, unsigned char* into, size_t room) {
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  FILE* stream = fopen(path, "rb");
  CHECK(stream != NULL);
  const size_t count = fread(into, 1, room, stream);
  fclose(stream);
  MPI_Barrier(MPI_COMM_WORLD);
  return count;
}

static int count_in(const MPI_Status* status, MPI_Datatype type) {
  int count;
  MPI_Get_count(status, type, &count);
  return count;
}

static void offsets_and_pointers(void) {
  MPI_File file = fresh("pointers");
  MPI_Status status;
  MPI_Offset where, bytes;
  int out[4], in[8];
  for (int i = 0; i < 4; ++i) out[i] = 100 * rank + i;
  MPI_File_write_at(file, 16 * rank, out, 4, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 4);
  MPI_File_get_position(file, &where);
  CHECK(where == 0);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 16 * size);
  const int next = (rank + 1) % size;
  MPI_File_read_at_all(file, 16 * next, in, 4, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 4 && in[3] == 100 * next + 3);

  MPI_File_seek(file, 16 * next + 4, MPI_SEEK_SET);
  MPI_File_read(file, in, 1, MPI_INT, &status);
  CHECK(in[0] == 100 * next + 1);
  MPI_File_seek(file, 4, MPI_SEEK_CUR);
  MPI_File_read_all(file, in, 1, MPI_INT, &status);
  CHECK(in[0] == 100 * next + 3);
  MPI_File_get_position(file, &where);
  CHECK(where == 16 * next + 16);
  MPI_File_seek(file, -8, MPI_SEEK_END);
  MPI_File_read(file, in, 8, MPI_INT, &status); /* the end of the file comes first */
  CHECK(count_in(&status, MPI_INT) == 2 && in[1] == 100 * (size - 1) + 3);
  MPI_File_read(file, in, 8, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 0);
  MPI_File_close(&file);
  CHECK(file == MPI_FILE_NULL);
  FILE* stream = fopen(path, "rb");
  CHECK(stream == NULL); /* it was to be deleted */
}

static void requests(void) {
  MPI_File file = fresh("requests");
  MPI_Request request[3];
  MPI_Status statuses[3];
  int flag, out[3] = {rank, 10 * rank, 20 * rank}, in[3] = {-1, -1, -1};
  MPI_File_seek(file, 12 * rank, MPI_SEEK_SET);
  MPI_File_iwrite(file, out, 1, MPI_INT, &request[0]);
  MPI_File_iwrite_at(file, 12 * rank + 4, out + 1, 1, MPI_INT, &request[1]);
  MPI_File_iwrite_at_all(file, 12 * rank + 8, out + 2, 1, MPI_INT, &request[2]);
  MPI_Waitall(3, request, statuses);
  CHECK(count_in(&statuses[0], MPI_INT) == 1 && request[2] == MPI_REQUEST_NULL);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  const int next = (rank + 1) % size;
  MPI_File_seek(file, 12 * next, MPI_SEEK_SET);
  MPI_File_iread_all(file, in, 1, MPI_INT, &request[0]);
  MPI_Wait(&request[0], &statuses[0]);
  CHECK(in[0] == next && count_in(&statuses[0], MPI_INT) == 1);
  if (is_lax) { /* Open MPI 4.1.4 tests for ever what follows */
    MPI_File_close(&file);
    return;
  }
  MPI_File_iread(file, in + 1, 1, MPI_INT, &request[0]);
  do MPI_Test(&request[0], &flag, &statuses[0]);
  while (!flag);
  CHECK(in[1] == 10 * next);
  MPI_File_iread_at(file, 12 * size - 4, in, 3, MPI_INT, &request[0]);
  MPI_Waitany(1, request, &flag, &statuses[0]);
  CHECK(in[0] == 20 * (size - 1) && count_in(&statuses[0], MPI_INT) == 1);
  MPI_File_iread_at_all(file, 0, in, 1, MPI_INT, &request[0]);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  CHECK(in[0] == 0);
  MPI_File_close(&file);
}

static void shared_pointers(void) {
  MPI_File file = fresh("shared");
  MPI_Offset where;
  MPI_Status status;
  MPI_Request request;
  int values[2] = {rank, rank}, in[2], *all = malloc(sizeof(int) * (size_t)(3 * size)), *seen = calloc((size_t)size, 4);
  MPI_File_set_view(file, 4, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_shared(file, values, 2, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 2);
  MPI_File_iwrite_shared(file, values, 1, MPI_INT, &request);
  MPI_Wait(&request, &status);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(file, &where);
  CHECK(where == 3 * size);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(file, 0, all, 3 * size, MPI_INT, &status);
  for (int i = 0; i < 3 * size; ++i) seen[all[i]]++;
  for (int i = 0; i < size; ++i) CHECK(seen[i] == 3);

  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  const int count = rank % 3; /* rank 0 has nothing */
  for (int i = 0; i < 2; ++i) values[i] = 10 * rank + i;
  MPI_File_write_ordered(file, values, count, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == count);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_ordered(file, in, count, MPI_INT, &status);
  for (int i = 0; i < count; ++i) CHECK(in[i] == 10 * rank + i);
  MPI_File_get_position_shared(file, &where);
  int total = 0;
  for (int i = 0; i < size; ++i) total += i % 3;
  CHECK(where == total);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(file, -1, MPI_SEEK_END); /* the last of the first write */
  MPI_File_read_ordered_begin(file, in, rank == 0, MPI_INT);
  MPI_File_read_ordered_end(file, in, &status);
  if (rank == 0) CHECK(count_in(&status, MPI_INT) == 1 && in[0] == all[3 * size - 1]);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_write_ordered_begin(file, &rank, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &rank, &status);
  MPI_File_seek_shared(file, rank == 0 ? 0 : 0, MPI_SEEK_SET);
  MPI_File_read_shared(file, in, 1, MPI_INT, &status); /* each gets another one */
  int sum;
  MPI_Allreduce(in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == size * (size - 1) / 2);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_iread_shared(file, in, 1, MPI_INT, &request);
  MPI_Wait(&request, &status);
  MPI_Allreduce(in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == size * (size - 1) / 2);
  free(all);
  free(seen);
  MPI_File_close(&file);
}

static void split_accesses(void) {
  MPI_File file = fresh("split");
  MPI_Status status;
  int out[2] = {rank, -rank}, in[2];
  MPI_File_write_at_all_begin(file, 8 * rank, out, 2, MPI_INT);
  MPI_File_write_at_all_end(file, out, &status);
  CHECK(count_in(&status, MPI_INT) == 2);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  const int next = (rank + 1) % size;
  MPI_File_read_at_all_begin(file, 8 * next, in, 2, MPI_INT);
  MPI_File_read_at_all_end(file, in, &status);
  CHECK(in[1] == -next);
  MPI_File_seek(file, 8 * rank, MPI_SEEK_SET);
  out[0] = 7 * rank;
  MPI_File_write_all_begin(file, out, 1, MPI_INT);
  MPI_File_write_all_end(file, out, &status);
  MPI_File_read_all_begin(file, in, 1, MPI_INT);
  MPI_File_read_all_end(file, in, &status);
  CHECK(in[0] == -rank);
  MPI_File_close(&file);
}

/* A row of columns: node r has every size-th block of three. */
static void views(void) {
  MPI_File file = fresh("views");
  MPI_Datatype block, column, back_etype, back_filetype, pair, spread;
  MPI_Offset where, bytes;
  MPI_Status status;
  char name[MPI_MAX_DATAREP_STRING];
  int out[12], in[12];
  unsigned char file_bytes[4096];
  for (int i = 0; i < 12; ++i) out[i] = 1000 * rank + i;
  MPI_Type_contiguous(3, MPI_INT, &block);
  MPI_Type_create_resized(block, 0, 12 * size, &column);
  MPI_Type_commit(&column);
  MPI_File_set_view(file, 8 + 12 * rank, MPI_INT, column, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, out, 12, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 12);
  MPI_File_get_byte_offset(file, 4, &where);
  CHECK(where == 8 + 12 * rank + 12 * size + 4);
  MPI_File_get_position(file, &where);
  CHECK(where == 12);
  MPI_File_get_view(file, &where, &back_etype, &back_filetype, name);
  CHECK(where == 8 + 12 * rank && back_etype == MPI_INT && strcmp(name, "native") == 0);
  MPI_Aint lb, extent;
  MPI_Type_get_extent(back_filetype, &lb, &extent);
  CHECK(extent == 12 * size);
  MPI_Type_free(&back_filetype);
  CHECK(bytes_of(file, file_bytes, sizeof file_bytes) == (size_t)(8 + 48 * size));
  for (int i = 0; i < 12 * size; ++i) {
    int got;
    memcpy(&got, file_bytes + 8 + 4 * i, 4);
    CHECK(got == 1000 * (i / 3 % size) + i / (3 * size) * 3 + i % 3);
  }
  CHECK(file_bytes[0] == 0 && file_bytes[7] == 0); /* a hole */
  MPI_File_seek(file, 5, MPI_SEEK_SET);
  MPI_File_read(file, in, 4, MPI_INT, &status);
  for (int i = 0; i < 4; ++i) CHECK(in[i] == out[5 + i]);
  MPI_File_seek(file, 0, MPI_SEEK_END);
  MPI_File_get_position(file, &where);
  CHECK(where == 12);

  /* Memory that has gaps, into a view that has gaps: the first and third of four, from and to every other one. */
  MPI_Type_create_indexed_block(2, 1, (int[]){0, 2}, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 16, &spread);
  MPI_Type_commit(&spread);
  MPI_File_set_view(file, 8 + 48 * rank, MPI_INT, spread, "internal", MPI_INFO_NULL);
  memset(in, -1, sizeof in);
  MPI_File_read_at_all(file, 1, in, 2, spread, &status);
  for (int i = 0; i < 4; ++i) {
    const int place = 12 * rank + (i + 1) / 2 * 4 + (i + 1) % 2 * 2; /* in the whole file */
    CHECK(in[2 * i] == 1000 * (place / 3 % size) + place / (3 * size) * 3 + place % 3 && in[2 * i + 1] == -1);
  }
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 8 + 48 * size);
  MPI_Type_free(&spread);
  MPI_Type_free(&pair);
  MPI_Type_free(&column);
  MPI_Type_free(&block);
  MPI_File_close(&file);
}

/* A matrix that is dealt out in squares, and one that is dealt out in rows in turn. */
static void arrays(void) {
  enum { kRows = 6, kColumns = 8 };
  MPI_File file = fresh("arrays");
  MPI_Datatype part, dealt;
  double own[kRows * kColumns], all[kRows * kColumns];
  int grid[2] = {0, 0}, count;
  MPI_Dims_create(size, 2, grid);
  const int sizes[2] = {kRows, kColumns};
  MPI_Type_create_darray(size, rank, 2, sizes, (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
                         (int[]){2, MPI_DISTRIBUTE_DFLT_DARG}, grid, MPI_ORDER_C, MPI_DOUBLE, &dealt);
  MPI_Type_commit(&dealt);
  MPI_Type_size(dealt, &count);
  count /= (int)sizeof(double);
  MPI_File_set_view(file, 0, MPI_DOUBLE, dealt, "native", MPI_INFO_NULL);
  for (int i = 0; i < count; ++i) own[i] = rank + 0.01 * i;
  MPI_File_write_all(file, own, count, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_read_at(file, 0, all, kRows * kColumns, MPI_DOUBLE, MPI_STATUS_IGNORE);
  const int width = (kColumns + grid[1] - 1) / grid[1];
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kColumns; ++c) {
      const int row_of_grid = r / 2 % grid[0], column_of_grid = c / width;
      const int its_width = column_of_grid == grid[1] - 1 ? kColumns - width * column_of_grid : width;
      const int row = r / (2 * grid[0]) * 2 + r % 2, owner = row_of_grid * grid[1] + column_of_grid;
      const double expected = owner + 0.01 * (row * its_width + c % width);
      CHECK(all[r * kColumns + c] > expected - 1e-9 && all[r * kColumns + c] < expected + 1e-9);
    }
  }
  MPI_Type_create_subarray(2, sizes, (int[]){2, 3}, (int[]){1, 4}, MPI_ORDER_C, MPI_DOUBLE, &part);
  MPI_Type_commit(&part);
  MPI_File_set_view(file, 0, MPI_DOUBLE, part, "native", MPI_INFO_NULL);
  MPI_File_read_all(file, own, 6, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int i = 0; i < 6; ++i) CHECK(own[i] == all[(1 + i / 3) * kColumns + 4 + i % 3]);
  MPI_Type_free(&part);
  MPI_Type_free(&dealt);
  MPI_File_close(&file);
}

static void sizes_and_properties(void) {
  MPI_File file = fresh("sizes");
  MPI_Offset bytes;
  MPI_Group group, world;
  MPI_Info info, used;
  MPI_Aint extent;
  int amode, flag, compared;
  MPI_File_set_size(file, 1000);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_preallocate(file, 500);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_preallocate(file, 2000);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 2000);
  MPI_File_get_amode(file, &amode);
  CHECK(amode == (MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE));
  MPI_File_get_group(file, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &compared);
  CHECK(compared == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_File_get_atomicity(file, &flag);
  CHECK(!flag);
  MPI_File_set_atomicity(file, 1);
  MPI_File_get_atomicity(file, &flag);
  CHECK(flag);
  MPI_Info_create(&info);
  MPI_Info_set(info, "access_style", "write_once");
  MPI_File_set_info(file, info);
  MPI_Info_free(&info);
  MPI_File_get_info(file, &used);
  CHECK(used != MPI_INFO_NULL);
  MPI_Info_free(&used);
  MPI_File_get_type_extent(file, MPI_DOUBLE, &extent);
  CHECK(extent == 8);
  MPI_File_close(&file);

  /* At the end of what is there; and nodes on their own. */
  file = open_in(MPI_COMM_WORLD, "appended", MPI_MODE_CREATE | MPI_MODE_WRONLY);
  MPI_File_set_size(file, 0);
  if (rank == 0) MPI_File_write_at(file, 0, "abc", 3, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  file = open_in(MPI_COMM_WORLD, "appended", MPI_MODE_WRONLY | MPI_MODE_APPEND);
  MPI_File_get_position(file, &bytes);
  CHECK(bytes == 3);
  if (rank == 0) MPI_File_write(file, "de", 2, MPI_CHAR, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  file = open_in(MPI_COMM_SELF, "appended", MPI_MODE_RDONLY);
  char text[8] = "";
  MPI_File_read(file, text, 8, MPI_CHAR, MPI_STATUS_IGNORE);
  CHECK(strcmp(text, "abcde") == 0);
  MPI_File_close(&file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(MPI_File_delete(path, MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
}

static int handled;
static void handle(MPI_File* file, int* code, ...) {
  handled = class_of(*code);
  CHECK(file != NULL);
}

static void errors(void) {
  MPI_File file, other;
  MPI_Status status;
  MPI_Datatype uncommitted;
  MPI_Errhandler handler, got;
  MPI_Offset where;
  int values[4] = {1, 2, 3, 4};
  snprintf(path, sizeof path, "%s/none", folder);
  CHECK_ERROR(MPI_ERR_NO_SUCH_FILE, MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  CHECK_ERROR(MPI_ERR_AMODE, MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE, MPI_INFO_NULL, &file));
  CHECK_ERROR(MPI_ERR_AMODE,
              MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file));
  CHECK_ERROR(MPI_ERR_AMODE,
              MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK_ERROR(MPI_ERR_NO_SUCH_FILE, MPI_File_delete(path, MPI_INFO_NULL));
  MPI_Barrier(MPI_COMM_WORLD);
  file = fresh("errors");
  CHECK_ERROR(MPI_ERR_FILE_EXISTS, MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL,
                                                 MPI_INFO_NULL, &other));
  CHECK_ERROR(MPI_ERR_ARG, MPI_File_write_at(file, -1, values, 1, MPI_INT, &status));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_File_write(file, values, -1, MPI_INT, &status));
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  CHECK_ERROR(MPI_ERR_TYPE, MPI_File_write(file, values, 1, uncommitted, &status));
  MPI_Type_free(&uncommitted);
  CHECK_ERROR(MPI_ERR_ARG, MPI_File_seek(file, -1, MPI_SEEK_SET));
  CHECK_ERROR(MPI_ERR_UNSUPPORTED_DATAREP, MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "unknown", MPI_INFO_NULL));
  MPI_File_get_position(file, &where);
  CHECK(where == 0);

  MPI_File_get_errhandler(file, &got);
  CHECK(got == MPI_ERRORS_RETURN);
  MPI_File_create_errhandler(handle, &handler);
  MPI_File_set_errhandler(file, handler);
  CHECK_ERROR(MPI_ERR_ARG, MPI_File_write_at(file, -5, values, 1, MPI_INT, &status));
  CHECK(handled == MPI_ERR_ARG);
  handled = 0;
  CHECK(MPI_File_call_errhandler(file, MPI_ERR_IO) == MPI_SUCCESS && handled == MPI_ERR_IO);
  MPI_Errhandler_free(&handler);
  MPI_File_close(&file);

  file = open_in(MPI_COMM_WORLD, "errors", MPI_MODE_WRONLY | MPI_MODE_CREATE);
  CHECK_ERROR(MPI_ERR_ACCESS, MPI_File_read(file, values, 1, MPI_INT, &status));
  MPI_File_close(&file);
  file = open_in(MPI_COMM_WORLD, "errors", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE);
  CHECK_ERROR(MPI_ERR_READ_ONLY, MPI_File_write(file, values, 1, MPI_INT, &status));
  MPI_File_close(&file);
}

static int extent_in_file(MPI_Datatype type, MPI_Aint* extent, void* extra) {
  (void)type, (void)extra;
  *extent = 4;
  return MPI_SUCCESS;
}

static int convert(void* user, MPI_Datatype type, int count, void* in_file, MPI_Offset position, void* extra) {
  (void)user, (void)type, (void)count, (void)in_file, (void)position, (void)extra;
  return MPI_SUCCESS;
}

/* A representation without functions that convert is like native. */
static void own_representation(void) {
  MPI_Offset from;
  MPI_Datatype viewed;
  MPI_Status status;
  int number = -1;
  char name[MPI_MAX_DATAREP_STRING];
  CHECK(MPI_Register_datarep("mine", NULL, MPI_CONVERSION_FN_NULL, extent_in_file, NULL) == MPI_SUCCESS);
  CHECK(MPI_Register_datarep("converted", convert, convert, extent_in_file, NULL) == MPI_SUCCESS);
  MPI_File file = open_in(MPI_COMM_WORLD, "own", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  CHECK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "mine", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_get_view(file, &from, &viewed, &viewed, name);
  CHECK(strcmp(name, "mine") == 0);
  MPI_File_write_at_all(file, rank, &rank, 1, MPI_INT, &status);
  CHECK_ERROR(MPI_ERR_UNSUPPORTED_DATAREP, MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "converted", MPI_INFO_NULL));
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(file, rank, &number, 1, MPI_INT, &status);
  CHECK(number == rank);
  MPI_File_close(&file);
}

/* What other libraries do not find, or call by another class. */
static void strict_errors(void) {
  MPI_File file;
  MPI_Status status;
  MPI_Datatype twice, backwards, tight;
  MPI_Offset bytes;
  int values[4] = {1, 2, 3, 4}, numbers[4] = {0};
  file = fresh("strict");
  MPI_Type_create_indexed_block(2, 1, (int[]){0, 0}, MPI_INT, &twice);
  MPI_Type_create_indexed_block(2, 1, (int[]){1, 0}, MPI_INT, &backwards);
  MPI_Type_create_resized(MPI_DOUBLE, 0, 4, &tight);
  MPI_Type_commit(&twice);
  MPI_Type_commit(&backwards);
  MPI_Type_commit(&tight);
  CHECK_ERROR(MPI_ERR_TYPE, MPI_File_set_view(file, 0, MPI_INT, twice, "native", MPI_INFO_NULL));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_File_set_view(file, 0, MPI_INT, backwards, "native", MPI_INFO_NULL));
  /* The repetitions of this type overlap: the first may be written, but not on into the second. */
  CHECK_ERROR(MPI_SUCCESS, MPI_File_set_view(file, 0, MPI_DOUBLE, tight, "native", MPI_INFO_NULL));
  CHECK_ERROR(MPI_SUCCESS, MPI_File_write_at(file, 1, values, 1, MPI_DOUBLE, &status));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_File_write_at(file, 0, values, 2, MPI_DOUBLE, &status));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_File_write(file, values, 2, MPI_DOUBLE, &status));
  CHECK_ERROR(MPI_SUCCESS, MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_INT, "native", MPI_INFO_NULL));
  CHECK_ERROR(rank == 0 ? MPI_ERR_TYPE : MPI_ERR_OTHER,
              MPI_File_set_view(file, 0, MPI_INT, rank == 0 ? twice : MPI_INT, "native", MPI_INFO_NULL));
  if (size > 1) {
    CHECK_ERROR(MPI_ERR_NOT_SAME, MPI_File_set_size(file, rank));
    CHECK_ERROR(MPI_ERR_NOT_SAME,
                MPI_File_set_view(file, 0, MPI_INT, MPI_INT, rank == 0 ? "native" : "internal", MPI_INFO_NULL));
    CHECK_ERROR(MPI_ERR_NOT_SAME, MPI_File_seek_shared(file, rank, MPI_SEEK_SET));
    MPI_File_set_view(file, rank == 0 ? 4 : 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    CHECK_ERROR(MPI_ERR_NOT_SAME, MPI_File_write_shared(file, values, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_NOT_SAME, MPI_File_read_ordered(file, values, 1, MPI_INT, &status));
    CHECK_ERROR(MPI_ERR_NOT_SAME, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_File second;
    CHECK_ERROR(MPI_ERR_NOT_SAME, MPI_File_open(MPI_COMM_WORLD, path, rank == 0 ? MPI_MODE_RDONLY : MPI_MODE_RDWR,
                                                MPI_INFO_NULL, &second));
    CHECK(second == MPI_FILE_NULL);
  }
  CHECK_ERROR(MPI_ERR_UNSUPPORTED_DATAREP, MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "none", MPI_INFO_NULL));
  MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  CHECK_ERROR(MPI_ERR_IO, MPI_File_write(file, values, 1, MPI_INT, &status)); /* half an etype */
  MPI_File_read_all_begin(file, numbers, 0, MPI_DOUBLE);
  CHECK_ERROR(MPI_ERR_OTHER, MPI_File_read_all_begin(file, numbers, 0, MPI_DOUBLE));
  CHECK_ERROR(MPI_ERR_OTHER, MPI_File_write_all_end(file, numbers, &status));
  CHECK_ERROR(MPI_ERR_OTHER, MPI_File_close(&file));
  CHECK_ERROR(MPI_ERR_ARG, MPI_File_read_all_end(file, values, &status));
  CHECK(MPI_File_read_all_end(file, numbers, &status) == MPI_SUCCESS);
  CHECK_ERROR(MPI_ERR_OTHER, MPI_File_read_all_end(file, numbers, &status));
  MPI_File_close(&file);
  CHECK_ERROR(MPI_ERR_FILE, MPI_File_get_size(MPI_FILE_NULL, &bytes));
  CHECK_ERROR(MPI_ERR_DUP_DATAREP, MPI_Register_datarep("native", NULL, NULL, extent_in_file, NULL));
  CHECK(MPI_Register_datarep("own", NULL, NULL, extent_in_file, NULL) == MPI_SUCCESS);
  CHECK_ERROR(MPI_ERR_DUP_DATAREP, MPI_Register_datarep("own", NULL, NULL, extent_in_file, NULL));

  file = open_in(MPI_COMM_WORLD, "strict",
                 MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE);
  CHECK_ERROR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_write(file, values, 1, MPI_INT, &status));
  CHECK_ERROR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_File_seek(file, 0, MPI_SEEK_SET));
  MPI_File_write_ordered(file, values, 1, MPI_INT, &status);
  MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write_ordered(file, values + 1, rank == 0, MPI_INT, &status);
  MPI_File_get_size(file, &bytes);
  CHECK(bytes == 4 * size + 4);
  MPI_File_close(&file);

  /* No room: what was written is said. */
  CHECK(MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS);
  CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_at(file, 0, values, 4, MPI_INT, &status));
  CHECK(count_in(&status, MPI_INT) == 0);
  CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_at_all(file, 0, values, 4, MPI_INT, &status));
  MPI_File_write_all_begin(file, values, 4, MPI_INT);
  CHECK_ERROR(MPI_ERR_NO_SPACE, MPI_File_write_all_end(file, values, &status));
  MPI_File_close(&file);
  CHECK_ERROR(MPI_ERR_BAD_FILE, MPI_File_open(MPI_COMM_WORLD, "/dev/null/x", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  CHECK_ERROR(MPI_ERR_BAD_FILE, MPI_File_open(MPI_COMM_WORLD, folder, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  MPI_Type_free(&twice);
  MPI_Type_free(&backwards);
  MPI_Type_free(&tight);
}

/* Big-endian, and 4 bytes for a long. */
static void external(void) {
  MPI_File file = fresh("external");
  MPI_Datatype every_other, resized;
  MPI_Status status;
  MPI_Aint extent;
  unsigned char bytes[512];
  int numbers[2] = {0x01020304, -2}, back[4] = {0};
  long wide[2] = {5, -6}, read_back[2] = {0};
  MPI_File_set_view(file, 8 * rank, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
  MPI_File_write_all(file, numbers, 2, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 2);
  CHECK(bytes_of(file, bytes, sizeof bytes) == (size_t)(8 * size));
  for (int i = 0; i < size; ++i) CHECK(memcmp(bytes + 8 * i, "\1\2\3\4\377\377\377\376", 8) == 0);
  MPI_File_read_at(file, 0, back, 2, MPI_INT, &status);
  CHECK(back[0] == numbers[0] && back[1] == numbers[1]);
  MPI_File_seek(file, -1, MPI_SEEK_END);
  MPI_File_read(file, back, 4, MPI_INT, &status);
  CHECK(count_in(&status, MPI_INT) == 1 && back[0] == -2);

  MPI_File_set_size(file, 0);
  MPI_Type_create_resized(MPI_LONG, 0, 2 * sizeof(long), &resized);
  every_other = resized;
  MPI_Type_commit(&every_other);
  MPI_File_set_view(file, 16 * rank, MPI_LONG, every_other, "external32", MPI_INFO_NULL);
  MPI_File_get_type_extent(file, MPI_LONG, &extent);
  CHECK(extent == 4);
  MPI_File_get_type_extent(file, every_other, &extent);
  CHECK(extent == 8);
  MPI_File_write_all(file, wide, 2, MPI_LONG, &status);
  CHECK(count_in(&status, MPI_LONG) == 2);
  CHECK(bytes_of(file, bytes, sizeof bytes) == (size_t)(16 * size - 4));
  CHECK(memcmp(bytes, "\0\0\0\5\0\0\0\0\377\377\377\372", 12) == 0);
  MPI_File_read_at_all(file, 0, read_back, 2, MPI_LONG, &status);
  CHECK(read_back[0] == 5 && read_back[1] == -6);
  MPI_Type_free(&every_other);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  const char* what = argc > 2 ? argv[2] : "";
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  folder = argc > 1 ? argv[1] : ".";
  is_lax = strcmp(what, "lax") == 0;
  if (strcmp(what, "fatal") == 0) {
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    open_in(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY);
  }
  if (strcmp(what, "full") == 0) {
    MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    if (rank == 1) MPI_File_write(file, &size, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
  }
  if (strcmp(what, "open") == 0) {
    open_in(MPI_COMM_WORLD, "left", MPI_MODE_RDWR | MPI_MODE_CREATE);
    remove(path);
  } else if (strcmp(what, "absent") == 0) {
    file = fresh("absent");
    if (rank > 0) MPI_File_write_all(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Recv(&size, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (strcmp(what, "mixed") == 0) {
    /* Members without data take another form of the call than those with data. */
    int all[2] = {-1, -1};
    file = fresh("mixed");
    if (rank < 2) MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (rank >= 2) MPI_File_write_all(file, NULL, 0, MPI_INT, MPI_STATUS_IGNORE);
    if (rank < 2) MPI_File_read_all(file, NULL, 0, MPI_INT, MPI_STATUS_IGNORE);
    if (rank >= 2) MPI_File_read_at_all(file, 0, all, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    if (rank == 2) printf("%d %d\n", all[0], all[1]);
  } else {
    offsets_and_pointers();
    requests();
    shared_pointers();
    split_accesses();
    views();
    arrays();
    sizes_and_properties();
    errors();
    if (!is_lax) {
      strict_errors();
      own_representation();
      external();
    }
    if (rank == 0) printf("files of %d nodes are well\n", size);
  }
  MPI_Finalize();
  return 0;
}
