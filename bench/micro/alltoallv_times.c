/* alltoallv_times.c [DENSITY [BYTES [REPEATS]]]: the exchanges of switchyard_mpi.h beside MPI_Alltoallv and
 * MPI_Neighbor_alltoallv, on the ranks that mpirun starts. Each rank sends BYTES to DENSITY others (default: 4, 1024).
 *
 * Each exchange is repeated (default: 50 times); a time is that of the slowest rank after a barrier. "pays from" is the
 * number of uses from which on making the schedule costs less than it saves beside MPI_Alltoallv. All data is compared
 * with that of MPI_Alltoallv; ends with 1 if any differs. */
#include <switchyard_mpi.h>

enum { kMostRepeats = 10000 };

static int rank, ranks, repeats, wrong;
static int *out_counts, *out_places, *in_counts, *in_places;
static unsigned char *given, *expected, *got;
static int neighbors_out, neighbors_in;
static int *destinations, *sources, *to_counts, *to_places, *from_counts, *from_places;
static MPI_Comm neighbors;
static switchyard_exchange* exchange;

static unsigned next_number(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static void* memory(size_t bytes) {
  void* made = calloc(bytes + 1, 1);
  if (made == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  return made;
}

static int* numbers(void) { return (int*)memory(sizeof(int) * (size_t)ranks); }

static void shuffle(int* list, int count, unsigned* state) {
  for (int i = count - 1; i > 0; --i) {
    const int other = (int)(next_number(state) % (unsigned)(i + 1)), kept = list[i];
    list[i] = list[other];
    list[other] = kept;
  }
}

/* Chooses random messages: puts the ranks on a circle in random order, and lets each rank send to the ranks at
 * `density` random distances from it. */
static void choose_random_messages(int density, int bytes) {
  unsigned state = 1;
  int *circle = numbers(), *distance = numbers();
  for (int i = 0; i < ranks; ++i) {
    circle[i] = i;
    distance[i] = i + 1;
  }
  shuffle(circle, ranks, &state);
  shuffle(distance, ranks - 1, &state);
  for (int i = 0; i < ranks; ++i) {
    for (int k = 0; k < density; ++k) {
      const int from = circle[i], to = circle[(i + distance[k]) % ranks];
      if (from == rank) out_counts[to] = bytes;
      if (to == rank) in_counts[from] = bytes;
    }
  }
  free(circle);
  free(distance);
}

/* Places the blocks of all ranks one behind the other, and lists the ranks whose block has bytes. Returns the number of
 * bytes of all blocks. */
static int place(const int* counts, int* places, int* list, int* list_counts, int* list_places, int* listed) {
  int all = 0;
  for (int i = 0; i < ranks; ++i) {
    places[i] = all;
    if (counts[i] > 0) {
      list[*listed] = i;
      list_counts[*listed] = counts[i];
      list_places[(*listed)++] = all;
    }
    all += counts[i];
  }
  return all;
}

static void make_exchange(int density, int bytes) {
  out_counts = numbers(), out_places = numbers(), in_counts = numbers(), in_places = numbers();
  destinations = numbers(), sources = numbers();
  to_counts = numbers(), to_places = numbers(), from_counts = numbers(), from_places = numbers();
  choose_random_messages(density, bytes);
  const int out = place(out_counts, out_places, destinations, to_counts, to_places, &neighbors_out);
  const int in = place(in_counts, in_places, sources, from_counts, from_places, &neighbors_in);
  given = (unsigned char*)memory((size_t)out);
  expected = (unsigned char*)memory((size_t)in);
  got = (unsigned char*)memory((size_t)in);
  for (int i = 0; i < out; ++i) given[i] = (unsigned char)(31 * rank + i);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, neighbors_in, sources, MPI_UNWEIGHTED, neighbors_out, destinations,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &neighbors);
}

static void by_alltoallv(void) {
  MPI_Alltoallv(given, out_counts, out_places, MPI_BYTE, got, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD);
}
static void by_neighbors(void) {
  MPI_Neighbor_alltoallv(given, to_counts, to_places, MPI_BYTE, got, from_counts, from_places, MPI_BYTE, neighbors);
}
static void by_schedule(void) { switchyard_exchange_run(exchange); }

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/* Measures an exchange and checks its result. Prints minimum, median and maximum of its time; returns the median. */
static double measure(const char* name, void (*carry_out)(void)) {
  static double took[kMostRepeats], slowest[kMostRepeats];
  const size_t bytes = (size_t)(in_places[ranks - 1] + in_counts[ranks - 1]);
  memset(got, 0, bytes);
  carry_out();
  wrong += memcmp(got, expected, bytes) != 0;
  for (int i = 0; i < repeats; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    carry_out();
    took[i] = MPI_Wtime() - begin;
  }
  MPI_Reduce(took, slowest, repeats, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  qsort(slowest, (size_t)repeats, sizeof(double), by_size);
  if (rank == 0) {
    printf("%-24s %10.1f %10.1f %10.1f", name, 1e6 * slowest[0], 1e6 * slowest[repeats / 2],
           1e6 * slowest[repeats - 1]);
  }
  return slowest[repeats / 2];
}

static void measure_schedule(const char* schedule, double yardstick) {
  char name[64];
  double making, slowest = 0;
  if (switchyard_alltoallv_init(given, out_counts, out_places, MPI_BYTE, got, in_counts, in_places, MPI_BYTE,
                                MPI_COMM_WORLD, schedule, &exchange) != MPI_SUCCESS) {
    return; /* the algorithm is not for this number of ranks, or not for these messages */
  }
  making = switchyard_exchange_making(exchange);
  while (switchyard_exchange_trials(exchange) > 0) switchyard_exchange_run(exchange);
  const char* found = switchyard_exchange_schedule(exchange);
  snprintf(name, sizeof name, strcmp(found, schedule) == 0 ? "%s" : "%s: %s", schedule, found);
  const double time = measure(name, by_schedule);
  MPI_Reduce(&making, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  switchyard_exchange_free(&exchange);
  if (rank != 0) return;
  printf(" %10.1f", 1e6 * slowest);
  if (time < yardstick) {
    printf(" %10.0f\n", slowest / (yardstick - time) + 1);
  } else {
    printf(" %10s\n", "never");
  }
}

static int number_in(char** argv, int argc, int place_of, int usual, int least, int most) {
  const int number = argc > place_of ? atoi(argv[place_of]) : usual;
  if (number >= least && number <= most) return number;
  if (rank == 0) fprintf(stderr, "alltoallv_times: write a number from %d to %d, not %d\n", least, most, number);
  MPI_Finalize();
  exit(2);
}

int main(int argc, char** argv) {
  const char* name;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int density = number_in(argv, argc, 1, ranks > 4 ? 4 : ranks - 1, 0, ranks - 1);
  const int bytes = number_in(argv, argc, 2, 1024, 1, 1 << 24);
  repeats = number_in(argv, argc, 3, 50, 1, kMostRepeats);
  make_exchange(density, bytes);
  by_alltoallv();
  memcpy(expected, got, (size_t)(in_places[ranks - 1] + in_counts[ranks - 1]));
  if (rank == 0) {
    printf("%d ranks, %d messages of %d bytes from each, %d repeats; times in us\n", ranks, density, bytes, repeats);
    printf("%-24s %10s %10s %10s %10s %10s\n", "", "least", "median", "most", "making", "pays from");
  }
  const double yardstick = measure("MPI_Alltoallv", by_alltoallv);
  if (rank == 0) printf("\n");
  measure("MPI_Neighbor_alltoallv", by_neighbors);
  if (rank == 0) printf("\n");
  for (int i = 0; (name = switchyard_schedule_name(i)) != NULL; ++i) measure_schedule(name, yardstick);
  measure_schedule("auto", yardstick);
  MPI_Comm_free(&neighbors);
  MPI_Finalize();
  if (wrong > 0) fprintf(stderr, "rank %d: %d exchanges brought other data than MPI_Alltoallv\n", rank, wrong);
  return wrong != 0;
}
