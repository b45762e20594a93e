/* alltoallv.c [SEED [EXCHANGES]]: random exchanges by every schedule, each of which has to bring what MPI_Alltoallv
 * brings; and wrong arguments, which have to be refused on all ranks. It is also compiled as C++. Prints how many
 * exchanges were right, and which schedules were taken for none; ends with 1 if anything was wrong. */
#include <switchyard_mpi.h>

enum { kMostRanks = 64, kMostCount = 40, kPatterns = 4, kUses = 2, kMostSchedules = 64 };

static int rank, ranks, wrong, right;

/* The same numbers on every rank. */
static unsigned next_number(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

typedef struct {
  int counts[kMostRanks], places[kMostRanks], all;
} Side;

/* Puts the blocks into memory with gaps between them. */
static void place(Side* side) {
  side->all = 0;
  for (int i = 0; i < ranks; ++i) {
    side->places[i] = side->all + i % 3;
    side->all = side->places[i] + side->counts[i];
  }
}

static int drawn_count(int pattern, unsigned* state) {
  const unsigned number = next_number(state);
  if (pattern == 0) return number % 8 == 0 ? 1 + (int)(number / 8 % kMostCount) : 0; /* sparse */
  if (pattern == 1) return (int)(number % kMostCount);                               /* dense */
  return pattern == 2 ? 7 : 0;                                                       /* complete; or none at all */
}

static void draw(int pattern, unsigned seed, Side* out, Side* in) {
  unsigned state = seed;
  for (int from = 0; from < ranks; ++from) {
    for (int to = 0; to < ranks; ++to) {
      const int count = drawn_count(pattern, &state);
      if (from == rank) out->counts[to] = count;
      if (to == rank) in->counts[from] = count;
    }
  }
  place(out);
  place(in);
}

/* Elements of three numbers, with a fourth one behind them that is not sent. */
static MPI_Datatype element(void) {
  MPI_Datatype three, made;
  MPI_Type_contiguous(3, MPI_INT, &three);
  MPI_Type_create_resized(three, 0, 4 * (MPI_Aint)sizeof(int), &made);
  MPI_Type_commit(&made);
  MPI_Type_free(&three);
  return made;
}

static void fail(const char* what, const char* schedule) {
  ++wrong;
  printf("rank %d of %d, schedule %s: %s\n", rank, ranks, schedule, what);
}

typedef struct {
  Side out, in;
  int *given, *expected, *got;
  size_t bytes; /* of `expected` and of `got` */
  MPI_Datatype type;
} Exchange;

static void compare(Exchange* exchange, const char* schedule) {
  if (memcmp(exchange->expected, exchange->got, exchange->bytes) != 0) {
    fail("other data than MPI_Alltoallv brings", schedule);
  } else {
    ++right;
  }
  memset(exchange->got, 0xff, exchange->bytes);
}

/* Returns whether the schedule takes this exchange. */
static int check_schedule(Exchange* x, const char* schedule) {
  switchyard_exchange* exchange;
  if (switchyard_alltoallv_init(x->given, x->out.counts, x->out.places, x->type, x->got, x->in.counts, x->in.places,
                                x->type, MPI_COMM_WORLD, schedule, &exchange) != MPI_SUCCESS) {
    return 0;
  }
  do {
    if (switchyard_exchange_run(exchange) != MPI_SUCCESS) fail("an error", schedule);
    compare(x, switchyard_exchange_schedule(exchange));
  } while (switchyard_exchange_trials(exchange) > 0);
  for (int use = 1; use < kUses; ++use) {
    switchyard_exchange_run(exchange);
    compare(x, schedule);
  }
  switchyard_exchange_free(&exchange);
  if (switchyard_alltoallv(x->given, x->out.counts, x->out.places, x->type, x->got, x->in.counts, x->in.places, x->type,
                           MPI_COMM_WORLD, schedule) != MPI_SUCCESS) {
    fail("an error of the form for one use", schedule);
  }
  compare(x, schedule);
  return 1;
}

static void make_exchange(Exchange* x, int pattern, unsigned seed) {
  draw(pattern, seed, &x->out, &x->in);
  x->type = element();
  x->bytes = 4 * sizeof(int) * (size_t)(x->in.all + 1);
  x->given = (int*)malloc(4 * sizeof(int) * (size_t)(x->out.all + 1));
  x->expected = (int*)malloc(x->bytes);
  x->got = (int*)malloc(x->bytes);
  for (int i = 0; i < 4 * x->out.all; ++i) x->given[i] = (int)seed + 100000 * rank + i;
  memset(x->expected, 0xff, x->bytes);
  memset(x->got, 0xff, x->bytes);
  MPI_Alltoallv(x->given, x->out.counts, x->out.places, x->type, x->expected, x->in.counts, x->in.places, x->type,
                MPI_COMM_WORLD);
}

static void free_exchange(Exchange* x) {
  free(x->given);
  free(x->expected);
  free(x->got);
  MPI_Type_free(&x->type);
}

static void expect_refusal(Exchange* x, const char* schedule, const char* reason) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  switchyard_exchange* exchange;
  const int code = switchyard_alltoallv_init(x->given, x->out.counts, x->out.places, x->type, x->got, x->in.counts,
                                             x->in.places, x->type, MPI_COMM_WORLD, schedule, &exchange);
  if (code != MPI_SUCCESS) MPI_Error_string(code, text, &length);
  if (strstr(text, reason) == NULL || exchange != NULL) fail(text, reason);
}

static void check_refusals(void) {
  Exchange x;
  make_exchange(&x, 1, 1);
  expect_refusal(&x, "rs_nk", "did you mean 'rs_n'");
  expect_refusal(&x, "rs_nl@nowhere", "'nowhere'");
  if (ranks > 1) expect_refusal(&x, rank == 1 ? "ac" : "rs_nl", "different schedules");
  if (rank == ranks - 1) ++x.in.counts[0];
  expect_refusal(&x, "ac", "expects other numbers of bytes");
  free_exchange(&x);
}

int main(int argc, char** argv) {
  const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  const int exchanges = argc > 2 ? atoi(argv[2]) : kPatterns;
  int taken[kMostSchedules] = {0}, sums[2], all[2];
  const char* name;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int round = 0; round < exchanges; ++round) {
    Exchange x;
    make_exchange(&x, round % kPatterns, seed + (unsigned)round);
    for (int i = 0; (name = switchyard_schedule_name(i)) != NULL; ++i) taken[i] += check_schedule(&x, name);
    if (!check_schedule(&x, "auto")) fail("is refused", "auto");
    if (!check_schedule(&x, "rs_nl@cm5") && (ranks & (ranks - 1)) == 0 && ranks > 1) fail("is refused", "rs_nl@cm5");
    free_exchange(&x);
  }
  check_refusals();
  sums[0] = right;
  sums[1] = wrong;
  MPI_Reduce(sums, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks: %d blocks right, %d wrong; never taken:", ranks, all[0], all[1]);
    for (int i = 0; (name = switchyard_schedule_name(i)) != NULL; ++i) {
      if (!taken[i]) printf(" %s", name);
    }
    printf("\n");
  }
  MPI_Finalize();
  return wrong != 0;
}
