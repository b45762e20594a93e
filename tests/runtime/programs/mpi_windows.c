/* mpi_windows.c: one-sided communication, by MPI 3.1, chapter 11. */
#include <sched.h>

#include "mpi_check.h"

static int rank, size, next, before;

/* Each node stores into the next one, reads from the one before, and adds to node 0. */
static void fences(void) {
  enum { kMany = 1000 };
  static int memory[kMany + 2], theirs[kMany];
  int sum = rank + 1, mine[kMany], i;
  MPI_Win win;
  memset(memory, 0, sizeof memory);
  for (i = 0; i < kMany; ++i) mine[i] = rank * kMany + i;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(mine, 1, MPI_INT, next, 1, 1, MPI_INT, win);
  MPI_Accumulate(&sum, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Put(NULL, 0, MPI_INT, next, 0, 0, MPI_INT, win);
  MPI_Put(mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(memory[1] == before * kMany);
  CHECK(rank != 0 || memory[0] == size * (size + 1) / 2);
  MPI_Put(mine, kMany, MPI_INT, next, 2, kMany, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (i = 0; i < kMany; ++i) CHECK(memory[2 + i] == before * kMany + i);
  MPI_Get(theirs, kMany, MPI_INT, before, 2, kMany, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (i = 0; i < kMany; ++i) CHECK(theirs[i] == (rank + size - 2) % size * kMany + i);
  MPI_Win_free(&win);
  CHECK(win == MPI_WIN_NULL);
}

/* A column of the next node's matrix gets a row of mine, and a row of mine its column. */
static void layouts(void) {
  enum { kSide = 40 };
  static double matrix[kSide][kSide], row[kSide];
  MPI_Datatype column;
  MPI_Win win;
  int i, j;
  for (i = 0; i < kSide; ++i) row[i] = rank * 100 + i;
  for (i = 0; i < kSide; ++i)
    for (j = 0; j < kSide; ++j) matrix[i][j] = -1;
  MPI_Type_vector(kSide, 1, kSide, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Win_create(matrix, sizeof matrix, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(row, kSide, MPI_DOUBLE, next, 3, 1, column, win);
  MPI_Win_fence(0, win);
  for (i = 0; i < kSide; ++i)
    for (j = 0; j < kSide; ++j) CHECK(matrix[i][j] == (j == 3 ? before * 100 + i : -1));
  MPI_Accumulate(row, kSide, MPI_DOUBLE, next, 3, 1, column, MPI_MAX, win);
  MPI_Win_fence(0, win);
  MPI_Get(row, kSide, MPI_DOUBLE, rank, 3, 1, column, win);
  MPI_Win_fence(0, win);
  for (i = 0; i < kSide; ++i) CHECK(row[i] == before * 100 + i);
  MPI_Get(&matrix[0][6], 1, column, next, 3, 1, column, win);
  MPI_Win_fence(0, win);
  for (i = 0; i < kSide; ++i) CHECK(matrix[i][6] == rank * 100 + i);
  MPI_Win_free(&win);
  MPI_Type_free(&column);
}

/* A counter on node 0: each number is drawn once. */
static void locks(void) {
  enum { kDraws = 10 };
  long *counter, one = 1, drawn, sum = 0, all = 0, expected = 0, desired = 7, seen;
  int i;
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  counter[0] = counter[1] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (i = 0; i < kDraws; ++i) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&one, &drawn, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    sum += drawn;
  }
  MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  CHECK(rank != 0 || all == (long)size * kDraws * (size * kDraws - 1) / 2);
  /* Read, then written, by one at a time. */
  for (i = 0; i < kDraws; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&seen, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win);
    MPI_Win_flush(0, win);
    ++seen;
    MPI_Put(&seen, 1, MPI_LONG, 0, 1, 1, MPI_LONG, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Get_accumulate(NULL, 0, MPI_LONG, &seen, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_NO_OP, win);
  MPI_Win_flush_local(0, win);
  CHECK(seen == (long)size * kDraws);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  /* One of them finds the slot of its target free. */
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) MPI_Accumulate(&expected, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_REPLACE, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  desired = rank + 1;
  MPI_Compare_and_swap(&desired, &expected, &seen, MPI_LONG, 0, 1, win);
  MPI_Win_flush(0, win);
  i = seen == 0;
  MPI_Allreduce(MPI_IN_PLACE, &i, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(i == 1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void posts(void) {
  int memory[2] = {-1, -1}, flag = 0, i;
  const int neighbours[2] = {before, next};
  MPI_Group all, near;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, before == next ? 1 : 2, neighbours, &near);
  for (i = 0; i < 4; ++i) {
    const int value = rank * 10 + i;
    MPI_Win_post(near, 0, win);
    MPI_Win_start(near, 0, win);
    MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, before, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
    if (i % 2 == 0) {
      MPI_Win_wait(win);
    } else {
      for (flag = 0; !flag;) MPI_Win_test(win, &flag);
    }
    CHECK(memory[0] == before * 10 + i && memory[1] == next * 10 + i);
  }
  MPI_Group_free(&near);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
}

static void requests(void) {
  static int memory[64], mine[64], theirs[64], old[64];
  MPI_Request request[3];
  MPI_Win win;
  int i;
  for (i = 0; i < 64; ++i) memory[i] = 1000 * rank + i, mine[i] = i;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  MPI_Rget(theirs, 32, MPI_INT, next, 0, 32, MPI_INT, win, &request[0]);
  MPI_Rput(mine, 16, MPI_INT, next, 32, 16, MPI_INT, win, &request[1]);
  MPI_Raccumulate(mine, 16, MPI_INT, next, 48, 16, MPI_INT, MPI_SUM, win, &request[2]);
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  for (i = 0; i < 32; ++i) CHECK(theirs[i] == 1000 * next + i);
  MPI_Rget_accumulate(mine, 16, MPI_INT, old, 16, MPI_INT, next, 48, 16, MPI_INT, MPI_SUM, win, &request[0]);
  MPI_Win_flush(next, win);
  for (i = 0; i < 16; ++i) CHECK(old[i] == 1000 * next + 48 + 2 * i);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (i = 0; i < 16; ++i) CHECK(memory[32 + i] == i && memory[48 + i] == 1000 * rank + 48 + 3 * i);
  MPI_Win_free(&win);
}

static void dynamic(void) {
  long block[4] = {rank, rank, rank, rank}, seen[2];
  MPI_Aint place, there;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_attach(win, block, sizeof block);
  CHECK_ERROR(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, block + 1, sizeof(long)));
  MPI_Get_address(block, &place);
  MPI_Sendrecv(&place, 1, MPI_AINT, before, 0, &there, 1, MPI_AINT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
  MPI_Get(seen, 2, MPI_LONG, next, MPI_Aint_add(there, sizeof(long)), 2, MPI_LONG, win);
  CHECK(MPI_Win_unlock(next, win) == MPI_SUCCESS);
  CHECK(seen[0] == next && seen[1] == next);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
  MPI_Put(seen, 2, MPI_LONG, next, MPI_Aint_add(there, 3 * sizeof(long)), 2, MPI_LONG, win);
  CHECK_ERROR(MPI_ERR_RMA_RANGE, MPI_Win_unlock(next, win));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(block[3] == rank);
  MPI_Win_detach(win, block);
  CHECK_ERROR(MPI_ERR_BASE, MPI_Win_detach(win, block));
  MPI_Win_free(&win);
}

/* One access to parts of several attached pieces of memory, and to pieces that follow each other without a gap. */
static void dynamic_pieces(void) {
  long here[3][4] = {{0}}, one[3] = {1, 2, 3}, all[12] = {0}, seen[3] = {0};
  const int lengths[2] = {1, 2};
  MPI_Aint place, there, apart[2];
  MPI_Datatype pieces;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_attach(win, here[0], sizeof here[0]);
  MPI_Win_attach(win, here[2], sizeof here[2]);
  MPI_Get_address(here, &place);
  MPI_Sendrecv(&place, 1, MPI_AINT, before, 0, &there, 1, MPI_AINT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  apart[0] = MPI_Aint_add(there, 9 * sizeof(long));
  apart[1] = MPI_Aint_add(there, sizeof(long));
  MPI_Type_create_hindexed(2, lengths, apart, MPI_LONG, &pieces);
  MPI_Type_commit(&pieces);
  MPI_Win_fence(0, win);
  MPI_Accumulate(one, 3, MPI_LONG, next, (MPI_Aint)MPI_BOTTOM, 1, pieces, MPI_SUM, win);
  CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS);
  CHECK(here[2][1] == 1 && here[0][1] == 2 && here[0][2] == 3);
  MPI_Get(seen, 3, MPI_LONG, next, 0, 1, pieces, win);
  CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS);
  CHECK(seen[0] == 1 && seen[1] == 2 && seen[2] == 3);
  MPI_Put(all, 12, MPI_LONG, next, there, 12, MPI_LONG, win);
  CHECK_ERROR(MPI_ERR_RMA_RANGE, MPI_Win_fence(0, win));
  MPI_Win_attach(win, here[1], sizeof here[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(all, 12, MPI_LONG, next, there, 12, MPI_LONG, win);
  CHECK(MPI_Win_fence(0, win) == MPI_SUCCESS);
  CHECK(here[2][1] == 0 && here[0][1] == 0);
  MPI_Win_detach(win, here[1]);
  MPI_Win_attach(win, here[1], 0); /* nothing, but it can be detached once */
  CHECK(MPI_Win_detach(win, here[1]) == MPI_SUCCESS);
  CHECK_ERROR(MPI_ERR_BASE, MPI_Win_detach(win, here[1]));
  MPI_Type_free(&pieces);
  MPI_Win_free(&win);
}

enum Way { kSync, kProbe, kFetch, kLocal, kLocalAll, kFlush, kRequest, kUnlock, kUnlockAll, kWays };

/* Looks at this node's own memory, and returns what is there. */
static int look(enum Way way, volatile int* memory, MPI_Win win) {
  int seen = *memory, none = 0, flag;
  MPI_Request request;
  if (way == kUnlock) MPI_Win_lock(MPI_LOCK_SHARED, rank, MPI_MODE_NOCHECK, win), MPI_Win_unlock(rank, win);
  if (way == kUnlockAll) MPI_Win_lock_all(MPI_MODE_NOCHECK, win), MPI_Win_unlock_all(win);
  if (way == kSync) MPI_Win_sync(win);
  if (way == kProbe) MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  if (way == kFlush) MPI_Win_flush_all(win);
  if (way == kFetch || way == kLocal || way == kLocalAll)
    MPI_Fetch_and_op(&none, &seen, MPI_INT, rank, 0, MPI_NO_OP, win);
  if (way == kFetch) MPI_Win_flush(rank, win);
  if (way == kLocal) MPI_Win_flush_local(rank, win);
  if (way == kLocalAll) MPI_Win_flush_local_all(win);
  if (way == kRequest) {
    MPI_Rget_accumulate(&none, 0, MPI_INT, &seen, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_NO_OP, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  return seen;
}

/* Each node passes a value on to the next one when it has come; until then it looks at its own memory. */
static void polling(void) {
  for (int is_shared = 0; is_shared < 2; ++is_shared) {
    for (enum Way way = kSync; way < kWays; ++way) {
      int* memory;
      const int value = 9;
      MPI_Win win;
      (is_shared ? MPI_Win_allocate_shared : MPI_Win_allocate)(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                                                               &win);
      *memory = 0;
      MPI_Barrier(MPI_COMM_WORLD);
      if (way < kUnlock) MPI_Win_lock_all(0, win);
      if (rank > 0) {
        while (look(way, memory, win) != value) continue;
      }
      if (way >= kUnlock) MPI_Win_lock_all(0, win);
      if (rank + 1 < size) MPI_Accumulate(&value, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, MPI_REPLACE, win);
      MPI_Win_unlock_all(win);
      MPI_Win_free(&win);
    }
  }
}

/* All others access node 0 in a loop, until it has received the messages of the last one. */
static void receive_under_accesses(void) {
  enum { kMessages = 30 };
  int *memory, seen = 0, got;
  const int one = 1;
  MPI_Win win;
  MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank > 0 && rank == size - 1) {
    for (int i = 0; i < kMessages; ++i) MPI_Send(&i, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    for (int i = 0; i < kMessages && size > 1; ++i) {
      MPI_Recv(&got, 1, MPI_INT, size - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_sync(win);
    }
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  }
  while (rank > 0 && seen == 0) {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

/* Two windows at once: one of the nodes in reverse order, one of a node alone. */
static void communicators(void) {
  int shown = rank, alone = 0, got = -1, value = 5, reverse_rank;
  MPI_Comm reverse;
  MPI_Win of_all, of_one;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reverse);
  MPI_Comm_rank(reverse, &reverse_rank);
  MPI_Win_create(&shown, sizeof shown, 1, MPI_INFO_NULL, reverse, &of_all);
  MPI_Win_create(&alone, sizeof alone, 1, MPI_INFO_NULL, MPI_COMM_SELF, &of_one);
  MPI_Comm_free(&reverse); /* windows do not need it any more */
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, of_one);
  MPI_Win_fence(0, of_all);
  MPI_Get(&got, 1, MPI_INT, (reverse_rank + 1) % size, 0, 1, MPI_INT, of_all);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, of_one);
  MPI_Win_fence(0, of_all);
  MPI_Win_unlock(0, of_one);
  CHECK(got == before && alone == 5);
  MPI_Win_free(&of_one);
  MPI_Win_free(&of_all);
}

static void told(void) {
  int memory[3], *unit, *flavor, *model, flag, length, key, shared_unit;
  MPI_Aint* bytes;
  MPI_Aint shared_size;
  void *base, *shared;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
  CHECK(flag && base == memory);
  MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
  CHECK(flag && *bytes == sizeof memory);
  MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag);
  CHECK(flag && *unit == 4);
  MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag);
  CHECK(flag && *flavor == MPI_WIN_FLAVOR_CREATE);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
  CHECK(flag && *model == MPI_WIN_UNIFIED);
  MPI_Win_set_name(win, "halo");
  MPI_Win_get_name(MPI_WIN_NULL, name, &length);
  CHECK(strcmp(name, "MPI_WIN_NULL") == 0 && length == 12);
  MPI_Win_get_name(win, name, &length);
  CHECK(strcmp(name, "halo") == 0 && length == 4);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
  MPI_Win_get_attr(win, key, &base, &flag);
  CHECK(!flag);
  MPI_Win_set_attr(win, key, &memory[1]);
  MPI_Win_get_attr(win, key, &base, &flag);
  CHECK(flag && base == &memory[1]);
  MPI_Win_free_keyval(&key);
  MPI_Win_free(&win);
  MPI_Win_allocate_shared(8, 8, MPI_INFO_NULL, MPI_COMM_SELF, &base, &win);
  MPI_Win_shared_query(win, 0, &shared_size, &shared_unit, &shared);
  CHECK(shared == base && shared_size == 8 && shared_unit == 8);
  MPI_Win_free(&win);
}

/* Memory of all nodes, one part behind the other; node 0 has none. */
static void shared_memory(void) {
  MPI_Win win;
  int *own, *other, unit, got = -1;
  MPI_Aint bytes;
  MPI_Win_allocate_shared(rank * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < rank; ++i) own[i] = 100 * rank + i;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  MPI_Win_shared_query(win, next, &bytes, &unit, &other);
  CHECK(bytes == next * (MPI_Aint)sizeof(int) && unit == sizeof(int));
  for (int i = 0; i < next; ++i) CHECK(other[i] == 100 * next + i);
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &other);
  CHECK(size == 1 || (bytes == sizeof(int) && other[0] == 100));
  if (size > 1 && next != 0) MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  CHECK(size == 1 || next == 0 || got == 100 * next);
  MPI_Barrier(MPI_COMM_WORLD);
  /* Node 1 waits for the last one by looking at its own memory. */
  if (size > 1) {
    MPI_Win_shared_query(win, 1, &bytes, &unit, &other);
    volatile int* flag = other;
    if (rank == size - 1 && rank > 1) *flag = 7;
    if (rank == 1 && size > 2) {
      while (*flag != 7) MPI_Win_sync(win);
      *flag = 8;
    }
    if (rank == size - 1 && rank > 1) {
      while (*flag != 8) sched_yield();
    }
  }
  MPI_Win_free(&win);
}

static int handled;
static void note(MPI_Win* win, int* code, ...) { handled += *win != MPI_WIN_NULL && *code == MPI_ERR_RMA_SYNC; }

static void errors(void) {
  int memory[4], value = 0;
  MPI_Win win, stale;
  MPI_Errhandler own;
  MPI_Request request;
  MPI_Group all, origin, target;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_SIZE, MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  CHECK_ERROR(MPI_ERR_DISP, MPI_Win_create(memory, 1, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Win_create(memory, 1, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win));
  CHECK_ERROR(MPI_ERR_WIN, MPI_Win_fence(0, MPI_WIN_NULL));
  CHECK_ERROR(MPI_ERR_SIZE, MPI_Win_allocate_shared(-8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &value, &win));
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_unlock(next, win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_flush(next, win));
  CHECK_ERROR(MPI_ERR_LOCKTYPE, MPI_Win_lock(77, next, 0, win));
  CHECK_ERROR(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win));
  CHECK_ERROR(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 4));
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_free(&win));
  MPI_Win_unlock(next, win);
  MPI_Win_fence(0, win);
  CHECK_ERROR(MPI_ERR_RMA_RANGE, MPI_Put(&value, 1, MPI_INT, next, 4, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_RMA_RANGE, MPI_Put(&value, 1, MPI_INT, next, 0x7fffffffffffffffL, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_DISP, MPI_Put(&value, 1, MPI_INT, next, -1, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_RANK, MPI_Get(&value, 1, MPI_INT, size, 0, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Get(&value, -1, MPI_INT, next, 0, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Get(&value, 1, MPI_DATATYPE_NULL, next, 0, 1, MPI_INT, win));
  CHECK_ERROR(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_OP_NULL, win));
  CHECK_ERROR(MPI_ERR_OP, MPI_Accumulate(&value, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_MAXLOC, win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Rput(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win, &request));
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  CHECK_ERROR(MPI_ERR_ASSERT, MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
  CHECK(MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, win) == MPI_SUCCESS);
  MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  CHECK_ERROR(MPI_ERR_ASSERT, MPI_Win_fence(0, win));
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, 1, &before, &origin);
  MPI_Group_incl(all, 1, &next, &target);
  MPI_Win_post(origin, 0, win);
  MPI_Barrier(MPI_COMM_WORLD); /* all memory is exposed */
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win));
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
  MPI_Win_start(target, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Barrier(MPI_COMM_WORLD); /* no memory is exposed any more */
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_post(origin, 0, win));
  MPI_Win_unlock(rank, win);
  MPI_Group_free(&all);
  MPI_Group_free(&origin);
  MPI_Group_free(&target);
  MPI_Win_create_errhandler(note, &own);
  CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_set_errhandler(MPI_COMM_WORLD, own));
  MPI_Win_set_errhandler(win, own);
  MPI_Errhandler_free(&own);
  CHECK_ERROR(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
  MPI_Win_call_errhandler(win, MPI_ERR_RMA_SYNC);
  CHECK(handled == 2);
  stale = win;
  MPI_Win_free(&win);
  CHECK_ERROR(MPI_ERR_WIN, MPI_Win_fence(0, stale));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* Nodes 0 and 1 lock their own memory, and then that of the other one, both shared. Meanwhile nodes 2 and 3 ask for an
 * exclusive lock, each of one of them. */
static void shared_locks_of_two(void) {
  long *memory, one = 1;
  MPI_Win win;
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  *memory = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank < 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Send(NULL, 0, MPI_INT, rank + 2, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 20; ++i) /* lets the exclusive lock be asked for */
      MPI_Sendrecv(NULL, 0, MPI_INT, 1 - rank, 1, NULL, 0, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Accumulate(&one, 1, MPI_LONG, 1 - rank, 0, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_unlock(1 - rank, win);
    MPI_Win_unlock(rank, win);
  } else if (rank < 4) {
    MPI_Recv(NULL, 0, MPI_INT, rank - 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank - 2, 0, win);
    MPI_Accumulate(&one, 1, MPI_LONG, rank - 2, 0, 1, MPI_LONG, MPI_SUM, win);
    MPI_Win_unlock(rank - 2, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  CHECK(*memory == (rank < 2 ? 2 : 0));
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
}

/* Some nodes lock all memory, and others that of one node, exclusively, in an order that differs from node to node. */
static void locks_of_all_and_of_one(void) {
  enum { kTimes = 20 };
  long *memory, one = 1, all = 0;
  unsigned draw = 7U * (unsigned)rank + 1;
  MPI_Win win;
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  *memory = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < kTimes; ++i) {
    const int target = (int)((draw = draw * 1103515245U + 12345U) >> 16) % size, locks_all = (rank + i / 5) % 2;
    locks_all ? MPI_Win_lock_all(0, win) : MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Accumulate(&one, 1, MPI_LONG, target, 0, 1, MPI_LONG, MPI_SUM, win);
    locks_all ? MPI_Win_unlock_all(win) : MPI_Win_unlock(target, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Allreduce(memory, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_unlock(rank, win);
  CHECK(all == (long)kTimes * size);
  MPI_Win_free(&win);
}

/* Node 0 answers many requests while it waits for any of two messages. */
static void many_answers(void) {
  enum { kMany = 150 };
  long *counter, one = 1, drawn = 0;
  MPI_Win win;
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
  *counter = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0 && size > 1) {
    int which = -1;
    MPI_Request requests[2];
    for (int i = 0; i < 2; ++i) MPI_Irecv(NULL, 0, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    CHECK(which == 1);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    CHECK(which == 0);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < kMany; ++i) {
      MPI_Fetch_and_op(&one, &drawn, MPI_LONG, 0, 0, MPI_SUM, win);
      MPI_Win_flush(0, win);
      CHECK(drawn == i);
    }
    MPI_Win_unlock(0, win);
    for (int i = 1; i >= 0; --i) MPI_Send(NULL, 0, MPI_INT, 0, i, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  int memory = 0, value = 1;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  if (argc > 1) {
    const char* wrong = argv[1];
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_name(win, "counter");
    if (strcmp(wrong, "fatal") == 0) MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    if (strcmp(wrong, "deadlock") == 0) {
      /* Each holds its own lock, and waits for that of the next one. */
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    }
    if (strcmp(wrong, "held") == 0) {
      /* Rank 0 keeps its locks of all ranks, one of which rank 1 wants before it comes to the second barrier. */
      if (rank == 0) MPI_Win_lock_all(0, win);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) MPI_Win_unlock_all(win);
    }
    if (strcmp(wrong, "queued") == 0) {
      /* Rank 0 has a shared lock, which rank 1 wants alone, and rank 3 wants to share as soon as rank 1 has had it. */
      if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
      if (rank == 2) {
        /* The request of rank 1 comes before that of rank 3. */
        const double begin = MPI_Wtime();
        while (MPI_Wtime() < begin + 0.1) MPI_Win_sync(win);
        MPI_Send(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
      }
      if (rank == 3) {
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
      }
      if (rank == 0) MPI_Recv(&value, 1, MPI_INT, 3, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    if (strcmp(wrong, "fence") == 0) {
      if (rank != 0) MPI_Win_fence(0, win);
      MPI_Win_free(&win);
    }
    if (strcmp(wrong, "code") == 0) {
      MPI_Group all;
      MPI_Win_get_group(win, &all);
      MPI_Win_post(all, 0, win);
      return 3;
    }
    if (strcmp(wrong, "unfreed") == 0) {
      /* Rank 0 is in MPI_Finalize when the others access its memory. */
      MPI_Win unused;
      MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_SELF, &unused);
      if (rank != 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
      }
      MPI_Finalize();
      return rank == 0 && memory != size - 1;
    }
    if (strcmp(wrong, "locked") == 0) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Finalize();
    return 0;
  }
  fences();
  layouts();
  locks();
  if (size >= 4) shared_locks_of_two();
  locks_of_all_and_of_one();
  many_answers();
  posts();
  requests();
  dynamic();
  dynamic_pieces();
  polling();
  receive_under_accesses();
  communicators();
  told();
  shared_memory();
  errors();
  if (rank == 0) printf("all windows of %d nodes are well\n", size);
  MPI_Finalize();
  return 0;
}
