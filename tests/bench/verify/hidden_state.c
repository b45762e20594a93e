/* hidden_state STORE ROUNDS PATTERN MEETS [FILE]: in each round the other ranks send to rank 0, which remembers whether
   rank 2 came before rank 1, as a bit, in a place that STORE names. In the end the program is wrong if the bits of all
   rounds are PATTERN. If MEETS is 1, all ranks meet in a barrier behind each round; otherwise rank 0 answers. */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, rounds;
static int in_global;
static __thread int in_thread_local;
static int* in_heap;
static const char* file_name;
static MPI_Request persistent = MPI_REQUEST_NULL;
static int persistent_buffers[1024];
static int keyval = MPI_KEYVAL_INVALID;
static int early_buffers[64], late_buffers[64][2];
static MPI_Request early_receives[64], late_receives[64][2];
extern char** environ;
static char* environments[1024][1]; /* empty ones, of which the number counts */

static void set_random(int value) { srand((unsigned)value + 7U); }
static int value_of_random(void) {
  int next = rand(), value;
  for (value = 0;; ++value) {
    set_random(value);
    if (rand() == next) break;
  }
  set_random(value);
  return value;
}

static void save_in_file(int value) {
  int file = open(file_name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (write(file, &value, sizeof value) != sizeof value) abort();
  close(file);
}
static int value_of_file(void) {
  int value = 0, file = open(file_name, O_RDONLY);
  if (read(file, &value, sizeof value) != sizeof value) abort();
  close(file);
  return value;
}

static void start(const char* store) {
  if (strcmp(store, "heap") == 0) in_heap = calloc(1, sizeof *in_heap);
  if (strcmp(store, "random") == 0) set_random(0);
  if (strcmp(store, "errno") == 0) errno = 0;
  if (strcmp(store, "file") == 0) save_in_file(0);
  if (strcmp(store, "attribute") == 0)
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
}

static int load(const char* store, int local) {
  if (strcmp(store, "none") == 0) return 0;
  if (strcmp(store, "global") == 0) return in_global;
  if (strcmp(store, "thread_local") == 0) return in_thread_local;
  if (strcmp(store, "heap") == 0) return *in_heap;
  if (strcmp(store, "random") == 0) return value_of_random();
  if (strcmp(store, "errno") == 0) return errno;
  if (strcmp(store, "file") == 0) return value_of_file();
  if (strcmp(store, "environment") == 0) return getenv("HIDDEN") == NULL ? 0 : atoi(getenv("HIDDEN"));
  if (strcmp(store, "environ") == 0) {
    const long value = (char*(*)[1])environ - environments;
    return value >= 0 && value < 1024 ? (int)value : 0;
  }
  if (strcmp(store, "attribute") == 0) {
    void* value;
    int is_set;
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &is_set);
    return is_set ? (int)(long)value : 0;
  }
  if (strcmp(store, "persistent") == 0) {
    int value;
    for (value = 0; value < 1024; ++value) persistent_buffers[value] = value;
    value = -1;
    if (persistent == MPI_REQUEST_NULL) return 0;
    MPI_Start(&persistent);
    MPI_Recv(&value, 1, MPI_INT, 0, 55, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    memset(persistent_buffers, 0, sizeof persistent_buffers);
    return value;
  }
  return local;
}

static void save(const char* store, int value) {
  if (strcmp(store, "global") == 0) in_global = value;
  if (strcmp(store, "thread_local") == 0) in_thread_local = value;
  if (strcmp(store, "heap") == 0) *in_heap = value;
  if (strcmp(store, "random") == 0) set_random(value);
  if (strcmp(store, "file") == 0) save_in_file(value);
  if (strcmp(store, "environment") == 0) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    setenv("HIDDEN", text, 1);
  }
  if (strcmp(store, "environ") == 0) environ = environments[value];
  if (strcmp(store, "attribute") == 0) MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, (void*)(long)value);
  if (strcmp(store, "persistent") == 0) {
    if (persistent != MPI_REQUEST_NULL) MPI_Request_free(&persistent);
    MPI_Send_init(&persistent_buffers[value], 1, MPI_INT, 0, 55, MPI_COMM_SELF, &persistent);
  }
  if (strcmp(store, "errno") == 0) errno = value;
}

/* The stores that need rank 1, too: it remembers what it is told; it has receives open for messages from rank 0, until
   the end; or it sends in the end to receives that rank 0 has posted in one of two orders. */
static void start_with_rank_one(const char* store) {
  int i;
  for (i = 0; rank == 1 && strcmp(store, "under_way") == 0 && i < rounds; ++i)
    MPI_Irecv(&early_buffers[i], 1, MPI_INT, 0, 500 + i, MPI_COMM_WORLD, &early_receives[i]);
}
static void save_with_rank_one(const char* store, int round, int bit) {
  if (strcmp(store, "told") == 0) {
    if (rank == 0) MPI_Send(&bit, 1, MPI_INT, 1, 500, MPI_COMM_WORLD);
    if (rank != 1) return;
    MPI_Recv(&bit, 1, MPI_INT, 0, 500, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    in_global = 2 * in_global + bit;
  }
  if (rank != 0) return;
  if (strcmp(store, "under_way") == 0) MPI_Send(&bit, 1, MPI_INT, 1, 500 + round, MPI_COMM_WORLD);
  if (strcmp(store, "posted") == 0) {
    MPI_Irecv(&late_buffers[round][bit], 1, MPI_INT, 1, 600, MPI_COMM_WORLD, &late_receives[round][0]);
    MPI_Irecv(&late_buffers[round][!bit], 1, MPI_INT, 1, 600, MPI_COMM_WORLD, &late_receives[round][1]);
  }
}
static int load_with_rank_one(const char* store) {
  int i, value = 0;
  if (strcmp(store, "told") == 0) return rank == 1 ? in_global : -1;
  if (strcmp(store, "under_way") == 0) {
    if (rank != 1) return -1;
    MPI_Waitall(rounds, early_receives, MPI_STATUSES_IGNORE);
    for (i = 0; i < rounds; ++i) value = 2 * value + early_buffers[i];
    return value;
  }
  if (strcmp(store, "posted") != 0) return -1;
  for (i = 0; i < 2 * rounds && rank == 1; ++i) {
    value = i % 2;
    MPI_Send(&value, 1, MPI_INT, 0, 600, MPI_COMM_WORLD);
  }
  if (rank != 0) return -1;
  MPI_Waitall(2 * rounds, late_receives[0], MPI_STATUSES_IGNORE);
  for (i = 0; i < rounds; ++i) value = 2 * value + late_buffers[i][0];
  return value;
}

/* Receives from all ranks, and returns whether rank 2 came before rank 1. */
static int round_of_rank_zero(int round, int meets) {
  int bit = 0, i, first = 0, from[8];
  for (i = 1; i < size; ++i) {
    MPI_Recv(&from[i], 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (first == 0 && from[i] <= 2) first = from[i];
  }
  bit = first == 2;
  for (i = 1; i < size; ++i) from[i] = first = 0;
  for (i = 1; !meets && i < size; ++i) MPI_Send(&i, 1, MPI_INT, i, 1000 + round, MPI_COMM_WORLD);
  return bit;
}

int main(int argc, char** argv) {
  volatile int local = 0;
  int pattern, meets, round, is_wrong;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rounds = atoi(argv[2]);
  pattern = atoi(argv[3]);
  meets = atoi(argv[4]);
  file_name = argc > 5 ? argv[5] : NULL;
  if (rank == 0) start(argv[1]);
  start_with_rank_one(argv[1]);
  for (round = 0; round < rounds; ++round) {
    int bit = 0;
    if (rank == 0) {
      const int value = 2 * load(argv[1], local);
      bit = round_of_rank_zero(round, meets);
      save(argv[1], value + bit);
      if (strcmp(argv[1], "local") == 0) local = value + bit;
    } else {
      int value = rank;
      MPI_Send(&value, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
      if (!meets) MPI_Recv(&value, 1, MPI_INT, 0, 1000 + round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    save_with_rank_one(argv[1], round, bit);
    bit = 0;
    if (meets) MPI_Barrier(MPI_COMM_WORLD);
  }
  is_wrong = load_with_rank_one(argv[1]) == pattern || (rank == 0 && load(argv[1], local) == pattern);
  if (is_wrong) MPI_Recv(&round, 1, MPI_INT, 2, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (persistent != MPI_REQUEST_NULL) MPI_Request_free(&persistent);
  if (keyval != MPI_KEYVAL_INVALID) MPI_Comm_free_keyval(&keyval);
  free(in_heap);
  MPI_Finalize();
  return 0;
}
