/* mpi_random_windows.c ROUNDS SEED: epochs of a random kind with random accesses. Each node draws what all others draw,
 * too, and so knows what must be in its memory afterwards. */
#include <stddef.h>

#include "mpi_check.h"

enum { kSlots = 400, kSums = 200, kMostAccesses = 6, kMostNodes = 16 };

static int rank, size;

/* What a node shows: a row for each origin to store into, and numbers that all add to. */
typedef struct {
  int rows[kMostNodes][kSlots];
  long sums[kSums];
} Memory;
static Memory memory, expected;

static unsigned long state;
static unsigned draw(unsigned below) {
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  return (unsigned)(state >> 33) % below;
}

typedef struct {
  int target, first, count, stride, value, adds;
} Access;

static Access draw_access(void) {
  Access access;
  access.target = (int)draw((unsigned)size);
  access.adds = (int)draw(2);
  access.stride = 1 + (int)draw(3);
  const int most = (access.adds ? kSums : kSlots) / access.stride;
  access.count = (int)draw(draw(2) ? 4U : (unsigned)most);
  access.first = (int)draw((unsigned)(most - access.count)) * access.stride;
  access.value = (int)draw(1000);
  return access;
}

/* The values of an access: value, value + 1, ... */
static void apply(const Access* access, int origin, Memory* to) {
  for (int i = 0; i < access->count; ++i) {
    const int place = access->first + i * access->stride;
    if (access->adds) {
      to->sums[place] += access->value + i;
    } else {
      to->rows[origin][place] = access->value + i;
    }
  }
}

/* `number` of its epoch: its values must stay until that ends. */
static void carry_out(const Access* access, unsigned number, MPI_Win win) {
  static int all_values[kMostAccesses][kSlots];
  static long all_addends[kMostAccesses][kSums];
  int* const values = all_values[number];
  long* const addends = all_addends[number];
  const MPI_Datatype element = access->adds ? MPI_LONG : MPI_INT;
  const MPI_Aint place =
      access->adds ? (MPI_Aint)offsetof(Memory, sums) + access->first * (MPI_Aint)sizeof(long)
                   : (MPI_Aint)offsetof(Memory, rows[0][0]) + (rank * kSlots + access->first) * (MPI_Aint)sizeof(int);
  MPI_Datatype strided;
  MPI_Type_vector(access->count, 1, access->stride, element, &strided);
  MPI_Type_commit(&strided);
  for (int i = 0; i < access->count; ++i) {
    if (access->adds) {
      addends[i] = access->value + i;
    } else {
      values[i] = access->value + i;
    }
  }
  if (access->adds) {
    MPI_Accumulate(addends, access->count, element, access->target, place, 1, strided, MPI_SUM, win);
  } else if (access->stride == 1) {
    MPI_Put(values, access->count, element, access->target, place, access->count, element, win);
  } else {
    MPI_Put(values, access->count, element, access->target, place, 1, strided, win);
  }
  MPI_Type_free(&strided); /* before the access is complete */
}

static void begin(unsigned kind, MPI_Group all, MPI_Win win) {
  if (kind == 0) MPI_Win_fence(0, win);
  if (kind == 1) {
    MPI_Win_post(all, 0, win);
    MPI_Win_start(all, 0, win);
  }
  if (kind == 2) MPI_Win_lock_all(0, win);
}
static void end(unsigned kind, MPI_Win win) {
  if (kind == 0) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (kind == 1) {
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  if (kind == 2) MPI_Win_unlock_all(win);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int rounds = argc > 1 ? atoi(argv[1]) : 10, seed = argc > 2 ? atoi(argv[2]) : 1;
  static Memory seen;
  MPI_Win win;
  MPI_Group all;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_group(win, &all);
  state = (unsigned long)seed;
  for (int round = 0; round < rounds; ++round) {
    const unsigned kind = draw(4);
    const int lock = draw(2) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE;
    begin(kind, all, win);
    for (int origin = 0; origin < size; ++origin) {
      for (unsigned left = draw(kMostAccesses); left > 0; --left) {
        const Access access = draw_access();
        if (access.target == rank) apply(&access, origin, &expected);
        if (origin != rank) continue;
        if (kind == 3) MPI_Win_lock(lock, access.target, 0, win);
        carry_out(&access, left, win);
        if (kind == 2 && access.count % 2 == 0) MPI_Win_flush(access.target, win);
        if (kind == 3) MPI_Win_unlock(access.target, win);
      }
    }
    end(kind, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Get(&seen, sizeof seen, MPI_BYTE, rank, 0, sizeof seen, MPI_BYTE, win);
    MPI_Win_unlock(rank, win);
    CHECK(memcmp(&memory, &expected, sizeof memory) == 0);
    CHECK(memcmp(&seen, &expected, sizeof memory) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  if (rank == 0) printf("%d rounds are well\n", rounds);
  MPI_Finalize();
  return 0;
}
