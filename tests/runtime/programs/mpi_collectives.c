/* Collectives on any number of nodes: blocking, nonblocking and persistent, in place, of values that have gaps between
 * them, and of blocks that are empty. Prints one line if all results are right. */
#include "mpi_check.h"

#define N 3
#define GAP (-7)

static MPI_Comm comm;
static int rank, size;
static enum { kBlocking, kPosted, kPersistent, kForms } form;
static int in_place;      /* where it is allowed */
static MPI_Datatype type; /* of one int; may differ from rank to rank */
static int stride;        /* ints from one value to the next */

#define DO(blocking, posting, ...)                                                 \
  do {                                                                             \
    MPI_Request request = MPI_REQUEST_NULL;                                        \
    if (form == kBlocking) {                                                       \
      CHECK(blocking(__VA_ARGS__) == MPI_SUCCESS);                                 \
    } else if (form == kPosted) {                                                  \
      CHECK(posting(__VA_ARGS__, &request) == MPI_SUCCESS);                        \
    } else {                                                                       \
      CHECK(blocking##_init(__VA_ARGS__, MPI_INFO_NULL, &request) == MPI_SUCCESS); \
      CHECK(MPI_Start(&request) == MPI_SUCCESS);                                   \
    }                                                                              \
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);                   \
    if (form == kPersistent) CHECK(MPI_Request_free(&request) == MPI_SUCCESS);     \
  } while (0)

static int* fresh(int values) {
  int* memory = malloc(sizeof(int) * (size_t)(values * stride + 1));
  for (int i = 0; i <= values * stride; ++i) memory[i] = GAP;
  return memory;
}
static void put(int* memory, int i, int value) { memory[i * stride] = value; }
/* The value, and nothing has been written behind it. */
static int at(const int* memory, int i) {
  if (stride == 2) CHECK(memory[i * stride + 1] == GAP);
  return memory[i * stride];
}
/* What the owner has for another rank. */
static int value(int owner, int other, int i) { return 10000 * owner + 100 * other + i; }
/* Counts and places of blocks that vary: some are empty, and they lie in reverse. */
static int count_of(int a, int b) { return (a + b) % 3; }
static int place_of(int k) { return (size - 1 - k) * 4; }

static void bcast(int root) {
  int* b = fresh(N);
  for (int i = 0; i < N && rank == root; ++i) put(b, i, value(root, 0, i));
  DO(MPI_Bcast, MPI_Ibcast, b, N, type, root, comm);
  for (int i = 0; i < N; ++i) CHECK(at(b, i) == value(root, 0, i));
  DO(MPI_Bcast, MPI_Ibcast, b, 0, type, root, comm);
  free(b);
}

static void gather(int root) {
  int *s = fresh(N), *r = fresh(N * size);
  const int here = rank == root && in_place;
  for (int i = 0; i < N; ++i) put(here ? r + N * rank * stride : s, i, value(rank, 0, i));
  DO(MPI_Gather, MPI_Igather, here ? MPI_IN_PLACE : s, N, type, r, N, type, root, comm);
  for (int i = 0; i < N * size && rank == root; ++i) CHECK(at(r, i) == value(i / N, 0, i % N));
  free(s);
  free(r);
}

static void gatherv(int root) {
  int *s = fresh(N), *r = fresh(4 * size);
  int* counts = malloc(sizeof(int) * (size_t)size);
  int* places = malloc(sizeof(int) * (size_t)size);
  const int here = rank == root && in_place;
  for (int k = 0; k < size; ++k) counts[k] = count_of(k, 0), places[k] = place_of(k);
  for (int i = 0; i < counts[rank]; ++i) put(here ? r + places[rank] * stride : s, i, value(rank, 0, i));
  DO(MPI_Gatherv, MPI_Igatherv, here ? MPI_IN_PLACE : s, counts[rank], type, r, counts, places, type, root, comm);
  for (int k = 0; k < size && rank == root; ++k) {
    for (int i = 0; i < 4; ++i) CHECK(at(r, places[k] + i) == (i < counts[k] ? value(k, 0, i) : GAP));
  }
  free(s);
  free(r);
  free(counts);
  free(places);
}

static void scatter(int root) {
  int *s = fresh(N * size), *r = fresh(N);
  const int here = rank == root && in_place;
  for (int i = 0; i < N * size && rank == root; ++i) put(s, i, value(root, i / N, i % N));
  DO(MPI_Scatter, MPI_Iscatter, s, N, type, here ? MPI_IN_PLACE : r, N, type, root, comm);
  for (int i = 0; i < N && !here; ++i) CHECK(at(r, i) == value(root, rank, i));
  free(s);
  free(r);
}

static void scatterv(int root) {
  int *s = fresh(4 * size), *r = fresh(N);
  int* counts = malloc(sizeof(int) * (size_t)size);
  int* places = malloc(sizeof(int) * (size_t)size);
  const int here = rank == root && in_place;
  for (int k = 0; k < size; ++k) {
    counts[k] = count_of(k, 0);
    places[k] = place_of(k);
    for (int i = 0; i < counts[k]; ++i) put(s, places[k] + i, value(root, k, i));
  }
  DO(MPI_Scatterv, MPI_Iscatterv, s, counts, places, type, here ? MPI_IN_PLACE : r, counts[rank], type, root, comm);
  for (int i = 0; i < N && !here; ++i) CHECK(at(r, i) == (i < counts[rank] ? value(root, rank, i) : GAP));
  free(s);
  free(r);
  free(counts);
  free(places);
}

static void allgather(void) {
  int *s = fresh(N), *r = fresh(N * size);
  for (int i = 0; i < N; ++i) put(in_place ? r + N * rank * stride : s, i, value(rank, 0, i));
  DO(MPI_Allgather, MPI_Iallgather, in_place ? MPI_IN_PLACE : s, N, type, r, N, type, comm);
  for (int i = 0; i < N * size; ++i) CHECK(at(r, i) == value(i / N, 0, i % N));
  free(s);
  free(r);
}

static void allgatherv(void) {
  int *s = fresh(N), *r = fresh(4 * size);
  int* counts = malloc(sizeof(int) * (size_t)size);
  int* places = malloc(sizeof(int) * (size_t)size);
  for (int k = 0; k < size; ++k) counts[k] = count_of(k, 1), places[k] = place_of(k);
  for (int i = 0; i < counts[rank]; ++i) put(in_place ? r + places[rank] * stride : s, i, value(rank, 0, i));
  DO(MPI_Allgatherv, MPI_Iallgatherv, in_place ? MPI_IN_PLACE : s, counts[rank], type, r, counts, places, type, comm);
  for (int k = 0; k < size; ++k) {
    for (int i = 0; i < 4; ++i) CHECK(at(r, places[k] + i) == (i < counts[k] ? value(k, 0, i) : GAP));
  }
  free(s);
  free(r);
  free(counts);
  free(places);
}

static void alltoall(void) {
  int *s = fresh(N * size), *r = fresh(N * size);
  for (int i = 0; i < N * size; ++i) put(in_place ? r : s, i, value(rank, i / N, i % N));
  DO(MPI_Alltoall, MPI_Ialltoall, in_place ? MPI_IN_PLACE : s, N, type, r, N, type, comm);
  for (int i = 0; i < N * size; ++i) CHECK(at(r, i) == value(i / N, rank, i % N));
  free(s);
  free(r);
}

static void alltoallv(int with_types) {
  int *s = fresh(4 * size), *r = fresh(4 * size);
  int* counts = malloc(sizeof(int) * (size_t)size);
  int* places = malloc(sizeof(int) * (size_t)size);
  int* bytes = malloc(sizeof(int) * (size_t)size);
  MPI_Datatype* types = malloc(sizeof(MPI_Datatype) * (size_t)size);
  for (int k = 0; k < size; ++k) {
    counts[k] = count_of(k, rank);
    places[k] = place_of(k);
    bytes[k] = places[k] * stride * (int)sizeof(int);
    types[k] = type;
    for (int i = 0; i < counts[k]; ++i) put(in_place ? r : s, places[k] + i, value(rank, k, i));
  }
  if (with_types) {
    DO(MPI_Alltoallw, MPI_Ialltoallw, in_place ? MPI_IN_PLACE : s, counts, bytes, types, r, counts, bytes, types, comm);
  } else {
    DO(MPI_Alltoallv, MPI_Ialltoallv, in_place ? MPI_IN_PLACE : s, counts, places, type, r, counts, places, type, comm);
  }
  for (int k = 0; k < size; ++k) {
    for (int i = 0; i < 4; ++i) CHECK(at(r, places[k] + i) == (i < counts[k] ? value(k, rank, i) : GAP));
  }
  free(s);
  free(r);
  free(counts);
  free(places);
  free(bytes);
  free(types);
}

/* x -> a x + b, modulo a prime: maps that do not commute. There is an int between the two. */
struct map {
  int a, gap, b;
};
enum { kPrime = 9973 };
static MPI_Datatype map_type;
static MPI_Op compose_maps, compose_all;

static struct map map_of(int owner, int i) {
  const struct map map = {(owner * 7 + i + 2) % kPrime, GAP, (owner * 3 + i) % kPrime};
  return map;
}
static struct map composed(struct map f, struct map g) {
  const struct map map = {f.a * g.a % kPrime, GAP, (f.a * g.b + f.b) % kPrime};
  return map;
}
static struct map composed_of(int first, int last, int i) {
  struct map map = map_of(first, i);
  for (int k = first + 1; k <= last; ++k) map = composed(map, map_of(k, i));
  return map;
}
static int same(struct map f, struct map g) { return f.a == g.a && f.gap == g.gap && f.b == g.b; }
static void compose(void* left, void* right, int* count, MPI_Datatype* of) {
  CHECK(*of == map_type);
  for (int i = 0; i < *count; ++i) {
    struct map* into = (struct map*)right + i;
    const struct map result = composed(((struct map*)left)[i], *into);
    into->a = result.a;
    into->b = result.b;
  }
}

static void combine_maps(int root) {
  struct map s[N], r[N];
#define START()                                           \
  for (int i = 0; i < N; ++i) {                           \
    s[i] = map_of(rank, i);                               \
    r[i] = in_place ? s[i] : (struct map){GAP, GAP, GAP}; \
  }
#define GIVEN (in_place ? MPI_IN_PLACE : (void*)s)
  START();
  DO(MPI_Reduce, MPI_Ireduce, in_place && rank != root ? (void*)s : GIVEN, r, N, map_type, compose_maps, root, comm);
  for (int i = 0; i < N && rank == root; ++i) CHECK(same(r[i], composed_of(0, size - 1, i)));
  START();
  DO(MPI_Allreduce, MPI_Iallreduce, GIVEN, r, N, map_type, compose_maps, comm);
  for (int i = 0; i < N; ++i) CHECK(same(r[i], composed_of(0, size - 1, i)));
  START();
  DO(MPI_Scan, MPI_Iscan, GIVEN, r, N, map_type, compose_maps, comm);
  for (int i = 0; i < N; ++i) CHECK(same(r[i], composed_of(0, rank, i)));
  START();
  DO(MPI_Exscan, MPI_Iexscan, GIVEN, r, N, map_type, compose_maps, comm);
  for (int i = 0; i < N; ++i) {
    const struct map before = rank == 0 ? in_place ? s[i] : (struct map){GAP, GAP, GAP} : composed_of(0, rank - 1, i);
    CHECK(same(r[i], before));
  }
}

/* Records with much padding behind them: functions of programs copy whole records, with their padding. */
struct padded {
  int value;
  char padding[1000];
};
static void add_padded(void* left, void* right, int* count, MPI_Datatype* of) {
  MPI_Aint lower, extent;
  CHECK(MPI_Type_get_extent(*of, &lower, &extent) == MPI_SUCCESS && extent == sizeof(struct padded));
  for (int i = 0; i < *count; ++i) {
    struct padded sum = ((struct padded*)left)[i];
    sum.value += ((struct padded*)right)[i].value;
    memset(sum.padding, 1, sizeof sum.padding);
    ((struct padded*)right)[i] = sum;
  }
}

static void combine_padded(void) {
  MPI_Datatype padded_type;
  MPI_Op add;
  struct padded s[N], r[N];
  memset(r, 0, sizeof r);
  for (int i = 0; i < N; ++i) s[i].value = rank + i;
  MPI_Type_create_resized(MPI_INT, 0, sizeof(struct padded), &padded_type);
  MPI_Type_commit(&padded_type);
  MPI_Op_create(add_padded, 1, &add);
  DO(MPI_Allreduce, MPI_Iallreduce, s, r, N, padded_type, add, comm);
  for (int i = 0; i < N; ++i) CHECK(r[i].value == size * (size - 1) / 2 + size * i && r[i].padding[0] == 0);
  MPI_Request request; /* the type is freed while the reduction is under way, and the function can still ask about it */
  MPI_Iscan(s, r, N, padded_type, add, comm, &request);
  MPI_Op_free(&add);
  MPI_Type_free(&padded_type);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; ++i) CHECK(r[i].value == rank * (rank + 1) / 2 + (rank + 1) * i);
}

/* On rank 0, the receive buffer of an exclusive scan says nothing, and may be null. */
static void scan_without_result(void) {
  int one = 1, before = 0;
  DO(MPI_Exscan, MPI_Iexscan, &one, rank == 0 ? NULL : &before, 1, MPI_INT, MPI_SUM, comm);
  CHECK(before == rank);
}

static void reduce_and_scatter(void) {
  struct map *s = malloc(sizeof(struct map) * (size_t)(3 * size)), r[3] = {{0, GAP, 0}, {0, GAP, 0}, {0, GAP, 0}};
  int* counts = malloc(sizeof(int) * (size_t)size);
  int before = 0;
  for (int k = 0; k < size; ++k) {
    counts[k] = count_of(k, 0);
    if (k < rank) before += counts[k];
  }
  for (int i = 0; i < 3 * size; ++i) s[i] = map_of(rank, i);
  void* given = in_place ? MPI_IN_PLACE : (void*)s;
  struct map* result = in_place ? s : r;
  DO(MPI_Reduce_scatter, MPI_Ireduce_scatter, given, result, counts, map_type, compose_maps, comm);
  for (int i = 0; i < counts[rank]; ++i) CHECK(same(result[i], composed_of(0, size - 1, before + i)));
  for (int i = 0; i < 3 * size; ++i) s[i] = map_of(rank, i);
  DO(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, given, result, 2, map_type, compose_maps, comm);
  for (int i = 0; i < 2; ++i) CHECK(same(result[i], composed_of(0, size - 1, 2 * rank + i)));
  free(s);
  free(counts);
}

/* On the neighbours of a topology, which for MPI_PROC_NULL get nothing. Blocks to and from neighbour k begin at 2 * k.
 * As edges to one rank come in the order of the lists, what is sent with an edge says how many such edges were before.
 */
static int edges_before(const int* ranks, int k) {
  int before = 0;
  for (int i = 0; i < k; ++i) before += ranks[i] == ranks[k];
  return before;
}
/* In a grid, what is sent in one direction of a dimension comes from the other one, also where both lead to one rank.
 */
static int edges_of_sender_before(MPI_Comm on, const int* from, int sources, int k) {
  int topology, swapped[4];
  MPI_Topo_test(on, &topology);
  if (topology != MPI_CART) return edges_before(from, k);
  for (int i = 0; i < sources; ++i) swapped[i ^ 1] = from[i];
  return edges_before(swapped, k ^ 1);
}

static void among_neighbors(MPI_Comm on, const int* from, int sources, const int* to, int destinations) {
  enum { kMost = 40 };
  int *s = fresh(2 * kMost), *r = fresh(2 * kMost), me;
  int counts[kMost], places[kMost], got[kMost];
  MPI_Aint given_bytes[kMost], got_bytes[kMost];
  MPI_Datatype types[kMost];
  CHECK(sources <= kMost && destinations <= kMost);
  MPI_Comm_rank(on, &me);
  for (int k = 0; k < kMost; ++k) places[k] = 2 * k, types[k] = type;
  for (int k = 0; k < kMost; ++k) given_bytes[k] = got_bytes[k] = (MPI_Aint)sizeof(int) * stride * 2 * k;
#define FRESH() (free(s), free(r), s = fresh(2 * kMost), r = fresh(2 * kMost))
  put(s, 0, me);
  DO(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, s, 1, type, r, 1, type, on);
  for (int k = 0; k < sources; ++k) CHECK(at(r, k) == (from[k] == MPI_PROC_NULL ? GAP : from[k]));
  FRESH();
  /* As many values as the rank says, at most 2. */
  for (int k = 0; k < sources; ++k) got[k] = from[k] == MPI_PROC_NULL ? 2 : from[k] % 3;
  for (int i = 0; i < me % 3; ++i) put(s, i, value(me, 0, i));
  DO(MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, s, me % 3, type, r, got, places, type, on);
  for (int k = 0; k < sources; ++k) {
    for (int i = 0; i < 2; ++i)
      CHECK(at(r, 2 * k + i) == (from[k] != MPI_PROC_NULL && i < got[k] ? value(from[k], 0, i) : GAP));
  }
  FRESH();
  for (int k = 0; k < destinations; ++k) {
    for (int i = 0; i < 2; ++i) put(s, 2 * k + i, value(me, to[k], 10 * edges_before(to, k) + i));
  }
  DO(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, s, 2, type, r, 2, type, on);
  for (int k = 0; k < sources; ++k) {
    for (int i = 0; i < 2; ++i) {
      const int right = value(from[k], me, 10 * edges_of_sender_before(on, from, sources, k) + i);
      CHECK(at(r, 2 * k + i) == (from[k] == MPI_PROC_NULL ? GAP : right));
    }
  }
  /* With types, displacements are in bytes from a buffer or, from MPI_BOTTOM on, addresses. */
  for (int of_types = 0; of_types < 3; ++of_types) {
    FRESH();
    void *given_from = s, *got_into = r;
    if (of_types == 2) {
      for (int k = 0; k < kMost; ++k) {
        MPI_Get_address((char*)s + given_bytes[k], &given_bytes[k]);
        MPI_Get_address((char*)r + got_bytes[k], &got_bytes[k]);
      }
      given_from = got_into = MPI_BOTTOM;
    }
    for (int k = 0; k < destinations; ++k) counts[k] = to[k] == MPI_PROC_NULL ? 1 : (me + to[k]) % 3;
    for (int k = 0; k < sources; ++k) got[k] = from[k] == MPI_PROC_NULL ? 1 : (me + from[k]) % 3;
    for (int k = 0; k < destinations; ++k) {
      for (int i = 0; i < counts[k]; ++i) put(s, 2 * k + i, value(me, to[k], 10 * edges_before(to, k) + i));
    }
    if (of_types) {
      DO(MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, given_from, counts, given_bytes, types, got_into, got,
         got_bytes, types, on);
    } else {
      DO(MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, s, counts, places, type, r, got, places, type, on);
    }
    for (int k = 0; k < sources; ++k) {
      for (int i = 0; i < 2; ++i) {
        const int right = value(from[k], me, 10 * edges_of_sender_before(on, from, sources, k) + i);
        CHECK(at(r, 2 * k + i) == (from[k] != MPI_PROC_NULL && i < got[k] ? right : GAP));
      }
    }
  }
#undef FRESH
  free(s);
  free(r);
}

/* A line, a grid that comes round, a star as a graph, and edges of one direction of which some are double. */
static void neighbors_of_all_topologies(void) {
  MPI_Comm on;
  int dims[2] = {0, 0}, from[4], to[4];
  int* star = malloc(sizeof(int) * (size_t)(3 * size));
  const int once[2] = {0, 0}, round[2] = {1, 1};
  MPI_Cart_create(comm, 1, &size, once, 0, &on);
  MPI_Cart_shift(on, 0, 1, &from[0], &from[1]);
  among_neighbors(on, from, 2, from, 2);
  MPI_Comm_free(&on);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(comm, 2, dims, round, 0, &on);
  for (int d = 0; d < 2; ++d) MPI_Cart_shift(on, d, 1, &from[2 * d], &from[2 * d + 1]);
  among_neighbors(on, from, 4, from, 4);
  MPI_Comm_free(&on);
  for (int k = 0; k < size; ++k) star[k] = size - 1 + k; /* where the edges of node k end */
  for (int k = 1; k < size; ++k) star[size + k - 1] = k, star[2 * size + k - 2] = 0;
  MPI_Graph_create(comm, size, star, star + size, 0, &on);
  if (rank == 0) {
    among_neighbors(on, star + size, size - 1, star + size, size - 1);
  } else {
    among_neighbors(on, star + 2 * size - 1, 1, star + 2 * size - 1, 1);
  }
  MPI_Comm_free(&on);
  for (int k = 0; k < 2; ++k) from[k] = (rank + size - 1) % size, to[k] = (rank + 1) % size;
  from[2] = rank, to[2] = rank;
  MPI_Dist_graph_create_adjacent(comm, 3, from, MPI_UNWEIGHTED, 3, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &on);
  among_neighbors(on, from, 3, to, 3);
  MPI_Comm_free(&on);
  MPI_Dist_graph_create_adjacent(comm, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &on);
  DO(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, NULL, 1, MPI_INT, NULL, 1, MPI_INT, on);
  DO(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, NULL, 1, MPI_INT, NULL, 1, MPI_INT, on);
  MPI_Comm_free(&on);
  free(star);
}

static void predefined_operations(void) {
  struct {
    double value;
    int index;
  } mine = {rank % 2, rank}, all;
  DO(MPI_Allreduce, MPI_Iallreduce, &mine, &all, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm);
  CHECK(all.value == (size > 1 ? 1 : 0) && all.index == (size > 1 ? 1 : 0));
  DO(MPI_Allreduce, MPI_Iallreduce, &mine, &all, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm);
  CHECK(all.value == 0 && all.index == 0);
  const struct {
    MPI_Op op;
    int result;
  } cases[] = {{MPI_SUM, size * (size + 1) / 2},
               {MPI_MAX, size},
               {MPI_MIN, 1},
               {MPI_LAND, 1},
               {MPI_LOR, 1},
               {MPI_LXOR, size % 2}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    int given = rank + 1, got = 0;
    DO(MPI_Allreduce, MPI_Iallreduce, &given, &got, 1, MPI_INT, cases[i].op, comm);
    CHECK(got == cases[i].result);
  }
  double one = 1, sum = 0;
  DO(MPI_Reduce, MPI_Ireduce, &one, &sum, 1, MPI_DOUBLE, MPI_SUM, size - 1, comm);
  if (rank == size - 1) CHECK(sum == size);
  DO(MPI_Allreduce, MPI_Iallreduce, &one, &sum, 0, MPI_DOUBLE, MPI_SUM, comm);
  unsigned char bits = (unsigned char)(1U << rank % 8), all_bits = 0;
  DO(MPI_Allreduce, MPI_Iallreduce, &bits, &all_bits, 1, MPI_BYTE, MPI_BOR, comm);
  CHECK(all_bits == (unsigned char)((1U << (size < 8 ? size : 8)) - 1));
}

/* Many values: more than one packet, and another algorithm. */
static void many_values(void) {
  enum { kMany = 5000 };
  double* s = malloc(sizeof(double) * kMany);
  double* r = malloc(sizeof(double) * kMany);
  for (int i = 0; i < kMany; ++i) s[i] = rank + i;
  DO(MPI_Allreduce, MPI_Iallreduce, s, r, kMany, MPI_DOUBLE, MPI_SUM, comm);
  for (int i = 0; i < kMany; ++i) CHECK(r[i] == (double)size * i + size * (size - 1) / 2);
  DO(MPI_Bcast, MPI_Ibcast, r, kMany, MPI_DOUBLE, size / 2, comm);
  free(s);
  free(r);
}

static void several_at_once(void) {
  MPI_Request requests[4];
  int root_value = rank == 0 ? 42 : 0, one = 1, sum = 0, scanned = 0;
  MPI_Ibarrier(comm, &requests[0]);
  MPI_Ibcast(&root_value, 1, MPI_INT, 0, comm, &requests[1]);
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[2]);
  MPI_Iscan(&one, &scanned, 1, MPI_INT, MPI_SUM, comm, &requests[3]);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  int token = rank, theirs = -1;
  MPI_Sendrecv(&token, 1, MPI_INT, next, 5, &theirs, 1, MPI_INT, before, 5, comm, MPI_STATUS_IGNORE);
  CHECK(theirs == before);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  CHECK(root_value == 42 && sum == size && scanned == rank + 1);
}

/* Each rank starts two persistent collectives in an order of its own, several times, with other values. */
static void started_again(void) {
  MPI_Comm copy;
  MPI_Request requests[2];
  int root_value = 0, mine = 0, sum = 0, flag = 0;
  MPI_Comm_dup(comm, &copy);
  CHECK(MPI_Bcast_init(&root_value, 1, MPI_INT, size - 1, copy, MPI_INFO_NULL, &requests[0]) == MPI_SUCCESS);
  CHECK(MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, copy, MPI_INFO_NULL, &requests[1]) == MPI_SUCCESS);
  MPI_Comm_free(&copy);
  CHECK(MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag); /* as it is not active */
  for (int round = 1; round < 4; ++round) {
    mine = round * rank;
    root_value = rank == size - 1 ? round : 0;
    if (round == 3) {
      CHECK(MPI_Startall(2, requests) == MPI_SUCCESS);
    } else {
      CHECK(MPI_Start(&requests[rank % 2]) == MPI_SUCCESS);
      CHECK(MPI_Start(&requests[1 - rank % 2]) == MPI_SUCCESS);
    }
    CHECK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    CHECK(root_value == round && sum == round * size * (size - 1) / 2);
    CHECK(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
  }
  for (int i = 0; i < 2; ++i) CHECK(MPI_Request_free(&requests[i]) == MPI_SUCCESS);
}

/* Many collectives of two communicators are under way. Each rank starts those of one communicator before those of the
 * other, in an order of its own, and waits for all at once, or for the last ones first. */
static void many_under_way(void) {
  enum { MANY = 150 };
  static MPI_Request requests[2 * MANY];
  static int mine[2 * MANY], sums[2 * MANY];
  MPI_Comm comms[2];
  MPI_Comm_dup(comm, &comms[0]);
  MPI_Comm_dup(comm, &comms[1]);
  for (int way = 0; way < 4; ++way) {
    for (int k = 0; k < 2 * MANY; ++k) {
      const int which = (k / MANY + rank) % 2, i = which * MANY + k % MANY;
      mine[i] = i + rank;
      sums[i] = -1;
      MPI_Iallreduce(&mine[i], &sums[i], 1, MPI_INT, MPI_SUM, comms[which], &requests[i]);
    }
    if (way == 0) {
      CHECK(MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    } else if (way == 1) {
      for (int i = 2 * MANY - 1; i >= 0; --i) CHECK(MPI_Wait(&requests[i], MPI_STATUS_IGNORE) == MPI_SUCCESS);
    } else if (way == 2) {
      for (int i = 0, which; i < 2 * MANY; ++i) {
        CHECK(MPI_Waitany(2 * MANY, requests, &which, MPI_STATUS_IGNORE) == MPI_SUCCESS && which != MPI_UNDEFINED);
      }
    } else {
      for (int flag = 0; !flag;) CHECK(MPI_Test(&requests[2 * MANY - 1], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS);
      CHECK(MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    }
    for (int i = 0; i < 2 * MANY; ++i) CHECK(sums[i] == size * i + size * (size - 1) / 2);
  }
  MPI_Comm_free(&comms[0]);
  MPI_Comm_free(&comms[1]);
}

static void add_pairs(void* in, void* in_and_out, int* length, MPI_Datatype* datatype) {
  int bytes;
  MPI_Type_size(*datatype, &bytes);
  CHECK(bytes == 2 * (int)sizeof(int));
  for (int i = 0; i < 2 * *length; ++i) ((int*)in_and_out)[i] += ((int*)in)[i];
}

/* A persistent collective keeps its communicator, datatypes and operation, whose handles are freed before it starts. */
static void started_after_handles_are_freed(void) {
  MPI_Comm copy;
  MPI_Datatype pair, later;
  MPI_Op add, least;
  MPI_Request reduction, exchange;
  int mine[2] = {rank, 1}, sums[2];
  int *s = fresh(2 * size), *r = fresh(2 * size), counts[64], places[64];
  MPI_Datatype types[64];
  CHECK(size <= 64);
  MPI_Comm_dup(comm, &copy);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(add_pairs, 1, &add);
  for (int i = 0; i < size; ++i) {
    counts[i] = 1;
    places[i] = i * 2 * (int)sizeof(int);
    types[i] = pair;
  }
  CHECK(MPI_Allreduce_init(mine, sums, 1, pair, add, copy, MPI_INFO_NULL, &reduction) == MPI_SUCCESS);
  CHECK(MPI_Alltoallw_init(s, counts, places, types, r, counts, places, types, copy, MPI_INFO_NULL, &exchange) ==
        MPI_SUCCESS);
  CHECK(MPI_Op_free(&add) == MPI_SUCCESS && MPI_Type_free(&pair) == MPI_SUCCESS && MPI_Comm_free(&copy) == MPI_SUCCESS);
  MPI_Type_contiguous(3, MPI_INT, &later); /* may get the place of the freed type */
  MPI_Op_create(add_pairs, 0, &least);
  for (int round = 1; round < 3; ++round) {
    mine[0] = round * rank;
    for (int i = 0; i < 2 * size; ++i) s[i] = round * (100 * rank + i / 2), r[i] = 0;
    CHECK(MPI_Start(&reduction) == MPI_SUCCESS && MPI_Start(&exchange) == MPI_SUCCESS);
    CHECK(MPI_Wait(&exchange, MPI_STATUS_IGNORE) == MPI_SUCCESS &&
          MPI_Wait(&reduction, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    CHECK(sums[0] == round * size * (size - 1) / 2 && sums[1] == size);
    for (int i = 0; i < 2 * size; ++i) CHECK(r[i] == round * (100 * (i / 2) + rank));
  }
  MPI_Request_free(&reduction);
  MPI_Request_free(&exchange);
  MPI_Op_free(&least);
  MPI_Type_free(&later);
}

/* Posted collectives continue while a node only probes: the last one sends when a broadcast has reached it. */
static void while_probing(void) {
  MPI_Request request;
  MPI_Message message;
  int value = rank == 0 ? 42 : 0, told, flag = 0;
  for (int takes = 0; takes < 2; ++takes) {
    MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &request);
    if (rank > 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank > 0 && rank == size - 1) MPI_Send(&value, 1, MPI_INT, 0, 6, comm);
    if (rank == 0 && size > 1) {
      for (flag = 0; !flag && !takes;) MPI_Iprobe(size - 1, 6, comm, &flag, MPI_STATUS_IGNORE);
      for (flag = 0; !flag;) MPI_Improbe(size - 1, 6, comm, &flag, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv(&told, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(value == 42);
  }
}

/* Results are there as soon as MPI_Request_get_status says that the request is complete. */
static void results_before_the_wait(void) {
  MPI_Request request;
  MPI_Comm copy;
  int *s = fresh(1), *r = fresh(size), sum = 0, members = 0;
#define UNTIL_COMPLETE()                                                             \
  for (int flag = 0; !flag;) {                                                       \
    CHECK(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS); \
  }
  put(s, 0, value(rank, 0, 0));
  MPI_Iallgather(s, 1, type, r, 1, type, comm, &request);
  UNTIL_COMPLETE();
  for (int i = 0; i < size; ++i) CHECK(at(r, i) == value(i, 0, 0));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
  UNTIL_COMPLETE();
  CHECK(sum == size * (size - 1) / 2);
  sum = -1;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(sum == -1); /* the program's own since */
  MPI_Comm_idup(comm, &copy, &request);
  UNTIL_COMPLETE();
  MPI_Comm_size(copy, &members);
  CHECK(members == size);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(copy);
  MPI_Comm_free(&copy);
#undef UNTIL_COMPLETE
  free(s);
  free(r);
}

static void all_forms(void) {
  DO(MPI_Barrier, MPI_Ibarrier, comm);
  for (int root = 0; root < size; ++root) {
    bcast(root);
    gather(root);
    gatherv(root);
    scatter(root);
    scatterv(root);
    combine_maps(root);
  }
  allgather();
  allgatherv();
  alltoall();
  alltoallv(0);
  alltoallv(1);
  reduce_and_scatter();
  combine_padded();
  scan_without_result();
  neighbors_of_all_topologies();
  predefined_operations();
  results_before_the_wait();
}

static void all_on(MPI_Comm on) {
  comm = on;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Datatype with_gaps;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &with_gaps);
  MPI_Type_commit(&with_gaps);
  for (int variant = 0; variant < 6 * kForms; ++variant) {
    const int has_gaps = variant % 3 == 0 || (variant % 3 == 1 && rank % 2 == 1);
    type = has_gaps ? with_gaps : MPI_INT;
    stride = has_gaps ? 2 : 1;
    form = variant / 3 % kForms;
    in_place = variant / (3 * kForms);
    all_forms();
  }
  for (form = kBlocking; form < kForms; ++form) many_values();
  started_again();
  started_after_handles_are_freed();
  many_under_way();
  several_at_once();
  while_probing();
  MPI_Type_free(&with_gaps);
}

static void make_maps(void) {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, 2 * sizeof(int)};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, lengths, places, types, &map_type);
  MPI_Type_commit(&map_type);
  MPI_Op_create(compose, 0, &compose_maps);
  MPI_Op_create(compose, 1, &compose_all);
  int commutes = -1;
  MPI_Op_commutative(compose_maps, &commutes);
  CHECK(commutes == 0);
  MPI_Op_commutative(compose_all, &commutes);
  CHECK(commutes == 1);
  struct map f = map_of(1, 0), g = map_of(2, 0);
  MPI_Reduce_local(&f, &g, 1, map_type, compose_maps);
  CHECK(same(g, composed(map_of(1, 0), map_of(2, 0))));
  int left = 3, right = 4;
  MPI_Reduce_local(&left, &right, 1, MPI_INT, MPI_PROD);
  CHECK(left == 3 && right == 12);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  make_maps();
  all_on(MPI_COMM_WORLD);
  int me, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  if (all > 2) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &part); /* in reverse */
    all_on(part);
    MPI_Comm_free(&part);
  }
  MPI_Op_free(&compose_maps);
  MPI_Op_free(&compose_all);
  CHECK(compose_maps == MPI_OP_NULL);
  MPI_Type_free(&map_type);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) printf("all collectives of %d nodes are well\n", all);
  MPI_Finalize();
  return 0;
}
