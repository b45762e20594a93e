/* mpi_large_counts.c FILE [fatal]: functions with large counts, on any number of nodes from 2 on. FILE is made and
 * deleted. With "fatal", an error ends the run. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "mpi_check.h"

enum { kMostNodes = 64 };
static int rank, size, next, before;

static const MPI_Count kFar = 3000000000; /* more than an int holds */

/* Memory of which only the pages that are touched take room. */
static char* memory_of(size_t bytes) {
  void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(memory != MAP_FAILED);
  return memory;
}

static void messages(void) {
  int out = rank, in = -1, flag;
  char room[256];
  void* detached;
  MPI_Count count, bytes;
  MPI_Request requests[2];
  MPI_Message message;
  MPI_Status status;
  MPI_Isend_c(&out, 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_c(&in, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &status);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(in == before && count == 1);
  MPI_Get_elements_c(&status, MPI_INT, &count);
  CHECK(count == 1);
  MPI_Irecv_c(&in, 1, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_c(&out, 1, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Sendrecv_c(&out, 1, MPI_INT, next, 3, &in, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &status);
  MPI_Isendrecv_c(&out, 1, MPI_INT, before, 4, &in, 1, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Wait(&requests[0], &status);
  CHECK(in == next && status.MPI_SOURCE == next);
  MPI_Sendrecv_replace_c(&in, 1, MPI_INT, next, 5, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in == rank);
  MPI_Buffer_attach_c(room, sizeof room);
  MPI_Bsend_c(&out, 1, MPI_INT, next, 6, MPI_COMM_WORLD);
  MPI_Mprobe(before, 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv_c(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Buffer_detach_c(&detached, &bytes);
  CHECK(in == before && detached == room && bytes == sizeof room);
  MPI_Recv_init_c(&in, 1, MPI_INT, before, 7, MPI_COMM_WORLD, &requests[0]);
  MPI_Ssend_init_c(&out, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &requests[1]);
  MPI_Startall(2, requests);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  MPI_Test_cancelled(&status, &flag);
  CHECK(in == before && !flag);
}

/* A short message of rank 1 into much room of rank 0, and a status of many elements. */
static void much_room(void) {
  if (rank == 1) MPI_Send("a", 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
  if (rank > 0) return;
  char* const room = memory_of((size_t)kFar);
  int count;
  MPI_Count large;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv_c(room, kFar, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  MPI_Get_count_c(&status, MPI_CHAR, &large);
  CHECK(large == 1 && room[0] == 'a');
  MPI_Status_set_elements_x(&status, MPI_CHAR, kFar);
  MPI_Get_count_c(&status, MPI_CHAR, &large);
  MPI_Get_count(&status, MPI_CHAR, &count);
  CHECK(large == kFar && count == MPI_UNDEFINED);
  MPI_Get_elements_c(&status, MPI_CHAR, &large);
  MPI_Get_elements(&status, MPI_CHAR, &count);
  CHECK(large == kFar && count == MPI_UNDEFINED);
  munmap(room, (size_t)kFar);
}

/* A value of two characters that are far from each other, and blocks of a gather that are. */
static void far_apart(void) {
  char* const memory = memory_of((size_t)(kFar * (size + 1)));
  char pair[2] = {0}, mine = (char)('a' + rank);
  MPI_Count counts[kMostNodes], true_lb, true_extent;
  MPI_Aint places[kMostNodes];
  MPI_Datatype far;
  MPI_Request request;
  MPI_Type_vector_c(2, 1, kFar, MPI_CHAR, &far);
  MPI_Type_commit(&far);
  MPI_Type_get_true_extent_c(far, &true_lb, &true_extent);
  CHECK(true_lb == 0 && true_extent == kFar + 1);
  memory[0] = 'x', memory[kFar] = mine;
  MPI_Irecv(pair, 2, MPI_CHAR, before, 1, MPI_COMM_WORLD, &request);
  MPI_Send_c(memory, 1, far, next, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(pair[0] == 'x' && pair[1] == 'a' + before);
  for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = i * kFar;
  MPI_Allgatherv_c(&mine, 1, MPI_CHAR, memory, counts, places, MPI_CHAR, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) CHECK(memory[i * kFar] == 'a' + i);
  MPI_Type_free(&far);
  munmap(memory, (size_t)(kFar * (size + 1)));
}

/* What MPI_Type_get_envelope_c and MPI_Type_get_contents_c say of a type, which is freed. */
static void check_contents(MPI_Datatype* type, int combiner, int integers, const MPI_Count* counts, int number) {
  MPI_Count its_integers, its_addresses, its_counts, its_types, large[16];
  int its_combiner, all[16], small[3];
  MPI_Aint addresses[1];
  MPI_Datatype types[4];
  MPI_Type_get_envelope_c(*type, &its_integers, &its_addresses, &its_counts, &its_types, &its_combiner);
  CHECK(its_combiner == combiner && its_integers == integers && its_addresses == 0 && its_counts == number);
  MPI_Type_get_contents_c(*type, 16, 1, 16, 4, all, addresses, large, types);
  for (int i = 0; i < number; ++i) CHECK(large[i] == counts[i]);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_get_envelope(*type, &small[0], &small[1], &small[2], &its_combiner));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_get_contents(*type, 16, 1, 4, all, addresses, types));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(type);
}

static void types(void) {
  const MPI_Count lengths[2] = {2, 1}, places[2] = {3, 0}, bytes[2] = {24, 0}, gaps[2] = {8, 4};
  const MPI_Datatype members[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype type;
  MPI_Count large, lb, extent, none;
  int small, combiner;
  MPI_Type_contiguous_c(kFar, MPI_INT, &type);
  MPI_Type_size_c(type, &large);
  MPI_Type_size(type, &small);
  CHECK(large == 4 * kFar && small == MPI_UNDEFINED);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(lb == 0 && extent == 4 * kFar);
  check_contents(&type, MPI_COMBINER_CONTIGUOUS, 0, (MPI_Count[]){kFar}, 1);
  MPI_Type_vector_c(2, 1, kFar, MPI_INT, &type);
  check_contents(&type, MPI_COMBINER_VECTOR, 0, (MPI_Count[]){2, 1, kFar}, 3);
  MPI_Type_create_hvector_c(2, 1, kFar, MPI_INT, &type);
  check_contents(&type, MPI_COMBINER_HVECTOR, 0, (MPI_Count[]){2, 1, kFar}, 3);
  MPI_Type_indexed_c(2, lengths, places, MPI_INT, &type);
  MPI_Type_get_extent_c(type, &lb, &extent);
  CHECK(lb == 0 && extent == 20);
  check_contents(&type, MPI_COMBINER_INDEXED, 0, (MPI_Count[]){2, 2, 1, 3, 0}, 5);
  MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_INT, &type);
  check_contents(&type, MPI_COMBINER_HINDEXED, 0, (MPI_Count[]){2, 2, 1, 24, 0}, 5);
  MPI_Type_create_indexed_block_c(2, 2, places, MPI_INT, &type);
  check_contents(&type, MPI_COMBINER_INDEXED_BLOCK, 0, (MPI_Count[]){2, 2, 3, 0}, 4);
  MPI_Type_create_hindexed_block_c(2, 2, bytes, MPI_INT, &type);
  check_contents(&type, MPI_COMBINER_HINDEXED_BLOCK, 0, (MPI_Count[]){2, 2, 24, 0}, 4);
  MPI_Type_create_struct_c(2, lengths, bytes, members, &type);
  check_contents(&type, MPI_COMBINER_STRUCT, 0, (MPI_Count[]){2, 2, 1, 24, 0}, 5);
  MPI_Type_create_subarray_c(2, gaps, lengths, places, MPI_ORDER_C, MPI_INT, &type);
  check_contents(&type, MPI_COMBINER_SUBARRAY, 2, (MPI_Count[]){8, 4, 2, 1, 3, 0}, 6);
  MPI_Type_create_darray_c(2, 1, 1, gaps, (int[]){MPI_DISTRIBUTE_BLOCK}, (int[]){MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2},
                           MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_size_c(type, &large);
  CHECK(large == 16);
  check_contents(&type, MPI_COMBINER_DARRAY, 7, gaps, 1);
  MPI_Type_create_resized_c(MPI_INT, -4, kFar, &type);
  check_contents(&type, MPI_COMBINER_RESIZED, 0, (MPI_Count[]){-4, kFar}, 2);
  MPI_Type_vector(2, 1, 3, MPI_INT, &type);
  MPI_Type_get_envelope_c(type, &lb, &extent, &none, &large, &combiner);
  CHECK(combiner == MPI_COMBINER_VECTOR && lb == 3 && extent == 0 && none == 0 && large == 1);
  MPI_Type_free(&type);
}

static void add(void* in, void* in_and_out, MPI_Count* length, MPI_Datatype* type) {
  CHECK(*type == MPI_INT);
  for (MPI_Count i = 0; i < *length; ++i) ((int*)in_and_out)[i] += ((int*)in)[i];
}

static void collectives(void) {
  int out[kMostNodes], in[kMostNodes], one = rank, all = size * (size - 1) / 2;
  MPI_Count counts[kMostNodes];
  MPI_Aint places[kMostNodes], bytes[kMostNodes];
  MPI_Datatype types[kMostNodes];
  MPI_Op op;
  MPI_Request request;
  for (int i = 0; i < size; ++i) {
    out[i] = 100 * rank + i, counts[i] = 1, places[i] = size - 1 - i, bytes[i] = 4 * i, types[i] = MPI_INT;
  }
  one = rank == 1 ? 5 : 0;
  MPI_Bcast_c(&one, 1, MPI_INT, 1, MPI_COMM_WORLD);
  CHECK(one == 5);
  MPI_Gather_c(&rank, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; ++i) CHECK(in[i] == i);
  MPI_Gatherv_c(&rank, 1, MPI_INT, in, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; ++i) CHECK(in[i] == size - 1 - i);
  MPI_Scatter_c(out, 1, MPI_INT, &one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK(one == rank);
  MPI_Scatterv_c(out, counts, places, MPI_INT, &one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK(one == size - 1 - rank);
  MPI_Allgather_c(&rank, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) CHECK(in[i] == i);
  MPI_Alltoall_c(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) CHECK(in[i] == 100 * i + rank);
  MPI_Ialltoallv_c(out, counts, places, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < size; ++i) CHECK(in[size - 1 - i] == 100 * i + size - 1 - rank);
  MPI_Alltoallw_c(out, counts, bytes, types, in, counts, bytes, types, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) CHECK(in[i] == 100 * i + rank);
  MPI_Op_create_c(add, 1, &op);
  MPI_Reduce_c(&rank, &one, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  CHECK(rank > 0 || one == all);
  MPI_Allreduce_c(&rank, &one, 1, MPI_INT, op, MPI_COMM_WORLD);
  CHECK(one == all);
  one = 7;
  MPI_Reduce_local_c(&rank, &one, 1, MPI_INT, op);
  CHECK(one == 7 + rank);
  MPI_Op_free(&op);
  MPI_Reduce_scatter_c(out, &one, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(one == 100 * all + size * rank);
  MPI_Reduce_scatter_block_c(out, &one, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(one == 100 * all + size * rank);
  MPI_Scan_c(&rank, &one, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(one == rank * (rank + 1) / 2);
  MPI_Exscan_c(&rank, &one, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(rank == 0 || one == rank * (rank - 1) / 2);
  MPI_Allgatherv_init_c(&rank, 1, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < size; ++i) in[i] = -1;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < size; ++i) CHECK(in[i] == size - 1 - i);
  }
  MPI_Request_free(&request);
}

static void neighbours(void) {
  int out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1};
  const MPI_Count counts[2] = {1, 1};
  const MPI_Aint places[2] = {0, 1}, bytes[2] = {0, 4};
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
  MPI_Neighbor_alltoallv_c(out, counts, places, MPI_INT, in, counts, places, MPI_INT, ring);
  CHECK(in[0] == 10 * before + 1 && in[1] == 10 * next);
  in[0] = in[1] = -1;
  MPI_Neighbor_alltoallw_c(out, counts, bytes, types, in, counts, bytes, types, ring);
  CHECK(in[0] == 10 * before + 1 && in[1] == 10 * next);
  MPI_Neighbor_allgather_c(&rank, 1, MPI_INT, in, 1, MPI_INT, ring);
  CHECK(in[0] == before && in[1] == next);
  MPI_Comm_free(&ring);
}

static void packing(void) {
  const int out[2] = {rank, 1};
  int in[2] = {0};
  char buffer[64];
  MPI_Count bytes, place = 0;
  MPI_Pack_size_c(2, MPI_INT, MPI_COMM_WORLD, &bytes);
  CHECK(bytes == 8);
  MPI_Pack_c(out, 2, MPI_INT, buffer, sizeof buffer, &place, MPI_COMM_WORLD);
  CHECK(place == 8);
  place = 0;
  MPI_Unpack_c(buffer, sizeof buffer, &place, in, 2, MPI_INT, MPI_COMM_WORLD);
  CHECK(place == 8 && in[0] == rank && in[1] == 1);
  MPI_Pack_external_size_c("external32", 2, MPI_INT, &bytes);
  CHECK(bytes == 8);
  place = 4;
  MPI_Pack_external_c("external32", out, 1, MPI_INT, buffer, sizeof buffer, &place);
  CHECK(place == 8);
  place = 4;
  MPI_Unpack_external_c("external32", buffer, sizeof buffer, &place, &in[1], 1, MPI_INT);
  CHECK(place == 8 && in[1] == rank);
}

static void windows(void) {
  int memory[2] = {-1, rank}, got = -1, *mine;
  const int one = 1;
  MPI_Aint bytes, unit = 0;
  MPI_Win win;
  MPI_Request request;
  void* base;
  MPI_Win_create_c(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put_c(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Get_c(&got, 1, MPI_INT, before, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(memory[0] == before && got == before);
  MPI_Accumulate_c(&one, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(memory[1] == rank + 1);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
  MPI_Rget_c(&got, 1, MPI_INT, next, 1, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == next + 1);
  MPI_Win_unlock(next, win);
  MPI_Win_free(&win);
  MPI_Win_allocate_shared_c(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &mine, &win);
  MPI_Win_shared_query_c(win, 0, &bytes, &unit, &base);
  CHECK(bytes == sizeof(int) && unit == sizeof(int) && base == mine);
  MPI_Win_free(&win);
  MPI_Win_allocate_c(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_free(&win);
}

static void files(const char* name) {
  int values[2] = {rank, rank + 1}, got[2] = {0};
  const MPI_Offset place = rank * (MPI_Offset)sizeof values;
  MPI_Count extent, count;
  MPI_File file;
  MPI_Status status;
  MPI_Request request;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_get_type_extent_c(file, MPI_INT, &extent);
  CHECK(extent == 4);
  MPI_File_write_at_c(file, place, values, 2, MPI_INT, &status);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == 2);
  MPI_File_read_at_all_c(file, place, got, 2, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got[0] == rank && got[1] == rank + 1);
  MPI_File_read_at_all_begin_c(file, place, &got[1], 1, MPI_INT);
  MPI_File_read_at_all_end(file, &got[1], MPI_STATUS_IGNORE);
  CHECK(got[1] == rank);
  MPI_File_iread_at_c(file, place, got, 2, MPI_INT, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got[1] == rank + 1);
  MPI_File_close(&file);
}

static void errors(void) {
  int value = 0;
  MPI_Datatype type;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Send_c(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Send_c(&value, (MPI_Count)1 << 61, MPI_INT, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Type_contiguous_c(-1, MPI_INT, &type));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Bcast_c(&value, -kFar, MPI_INT, 0, MPI_COMM_WORLD));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char** argv) {
  int value = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (rank + 1) % size, before = (rank + size - 1) % size;
  if (argc > 2) {
    if (rank == 0) MPI_Send_c(&value, -kFar, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  messages();
  much_room();
  far_apart();
  types();
  collectives();
  neighbours();
  packing();
  windows();
  files(argv[1]);
  errors();
  MPI_Finalize();
  if (rank == 0) printf("large counts of %d nodes are well\n", size);
  return 0;
}
