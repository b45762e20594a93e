/* random_mpi_neighbours.h: a part of random_mpi.c, with collectives among the neighbours in grids and graphs. */

/* ---- Operations: neighbours ---- */

enum { kEdges = 2 * kRanks, kMostAmong = 3 };

typedef struct {
  MPI_Comm comm;
  word edges;
  int is_open; /* whether it is the implementation's choice which block of a neighbour goes along which edge to it */
  int ins, outs, sources[kEdges], destinations[kEdges];
} Topology;

/* How many edges a graph has from a rank to another one, their weight, and how many values go along each. */
static word of_edge(word edges, int from, int to) {
  if (from == MPI_PROC_NULL) from = kRanks;
  if (to == MPI_PROC_NULL) to = kRanks;
  return mix(mix(edges, (word)from), (word)to);
}
static int edge_count(word edges, int from, int to) {
  const word drawn = of_edge(edges, from, to) % 8;
  return drawn < 5 ? 0 : drawn < 7 ? 1 : 2;
}
static int weight_of(word edges, int from, int to) { return (int)(of_edge(edges + 3, from, to) % 100); }
static int values_along(word edges, int from, int to) { return (int)(of_edge(edges + 1, from, to) % 4); }

static void shuffle(Draws* d, int count, int* values) {
  for (int i = 0; i < count; ++i) {
    const int at = between(d, i, count - 1), swap = values[at];
    values[at] = values[i];
    values[i] = swap;
  }
}

/* Notes a list of neighbours whose order is open, with their weights. */
static void note_neighbours(const char* what, int count, const int* ranks, const int* weights) {
  word sum = (word)count;
  for (int i = 0; i < count; ++i) sum += mix(mix(5, (word)ranks[i]), weights == NULL ? 0 : (word)weights[i]);
  note(what, (long long)sum);
}

static void look_at_graph(Topology* t, int is_weighted) {
  int in_weights[kEdges], out_weights[kEdges], weighted;
  MPI_Dist_graph_neighbors_count(t->comm, &t->ins, &t->outs, &weighted);
  note("is weighted", weighted != 0);
  MPI_Dist_graph_neighbors(t->comm, t->ins, t->sources, is_weighted ? in_weights : MPI_UNWEIGHTED, t->outs,
                           t->destinations, is_weighted ? out_weights : MPI_UNWEIGHTED);
  note_neighbours("sources", t->ins, t->sources, is_weighted ? in_weights : NULL);
  note_neighbours("destinations", t->outs, t->destinations, is_weighted ? out_weights : NULL);
}

/* Each rank names its own edges. */
static void make_adjacent(Draws* d, const Slot* s, Topology* t) {
  int in_weights[kEdges + 1], out_weights[kEdges + 1];
  const int is_weighted = one_in(d, 2);
  Draws mine = {mix(next(d), (word)s->rank)};
  for (int i = 0; i < s->size; ++i) {
    for (int k = edge_count(t->edges, i, s->rank); k > 0; --k) t->sources[t->ins++] = i;
    for (int k = edge_count(t->edges, s->rank, i); k > 0; --k) t->destinations[t->outs++] = i;
  }
  shuffle(&mine, t->ins, t->sources);
  shuffle(&mine, t->outs, t->destinations);
  for (int i = 0; i < t->ins; ++i) in_weights[i] = weight_of(t->edges, t->sources[i], s->rank);
  for (int i = 0; i < t->outs; ++i) out_weights[i] = weight_of(t->edges, s->rank, t->destinations[i]);
  MPI_Dist_graph_create_adjacent(s->comm, t->ins, t->sources, is_weighted ? in_weights : MPI_UNWEIGHTED, t->outs,
                                 t->destinations, is_weighted ? out_weights : MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &t->comm);
  look_at_graph(t, is_weighted);
  for (int i = 0; i < t->ins; ++i) note("source", t->sources[i]);
  for (int i = 0; i < t->outs; ++i) note("destination", t->destinations[i]);
}

/* Any rank names any edge. */
static void make_distributed(Draws* d, const Slot* s, Topology* t) {
  int sources[kRanks], degrees[kRanks], destinations[2 * kRanks * kRanks + 1], weights[2 * kRanks * kRanks + 1];
  int used = 0, edges = 0;
  const int is_weighted = one_in(d, 2);
  const word namers = next(d);
  for (int i = 0; i < s->size; ++i) {
    degrees[used] = 0;
    for (int j = 0; j < s->size; ++j) {
      for (int k = edge_count(t->edges, i, j); k > 0; --k) {
        if ((int)(mix(mix(namers, (word)(i * kRanks + j)), (word)k) % (word)s->size) != s->rank) continue;
        weights[edges] = weight_of(t->edges, i, j);
        destinations[edges++] = j;
        ++degrees[used];
      }
    }
    if (degrees[used] > 0 || i % 3 == 0) sources[used++] = i;
  }
  MPI_Dist_graph_create(s->comm, used, sources, degrees, destinations, is_weighted ? weights : MPI_UNWEIGHTED,
                        MPI_INFO_NULL, 0, &t->comm);
  t->is_open = 1;
  look_at_graph(t, is_weighted);
}

/* Of MPI_Graph_create: an edge leads to and fro. */
static void make_symmetric(const Slot* s, Topology* t) {
  int index[kRanks], edges[kRanks * kEdges + 1], at = 0;
  for (int i = 0; i < s->size; ++i) {
    for (int j = 0; j < s->size; ++j) {
      for (int k = edge_count(t->edges, i < j ? i : j, i < j ? j : i); k > 0; --k) {
        edges[at++] = j;
        if (i == s->rank) t->sources[t->ins++] = j;
      }
    }
    index[i] = at;
  }
  MPI_Graph_create(s->comm, s->size, index, edges, 0, &t->comm);
  t->outs = t->ins;
  memcpy(t->destinations, t->sources, sizeof t->sources);
  int count, got[kEdges];
  MPI_Graph_neighbors_count(t->comm, s->rank, &count);
  MPI_Graph_neighbors(t->comm, s->rank, count, got);
  for (int i = 0; i < count; ++i) note("neighbour", got[i]);
}

static void make_grid(Draws* d, const Slot* s, Topology* t) {
  int dims[3] = {1, 1, 1}, periods[3];
  const int count = between(d, 1, 3);
  for (int i = 0, left = s->size; i < count; ++i) {
    dims[i] = one_in(d, 3) ? left < 2 ? left : 2 : between(d, 1, left);
    periods[i] = !one_in(d, 3);
    left /= dims[i];
    /* MPI 4.0 (sec. 8.6) says what MPI 3.1 leaves open: which of two blocks between the same ranks is the left one. */
    if (periods[i] && dims[i] <= 2) t->is_open = 1;
  }
  MPI_Cart_create(s->comm, count, dims, periods, 0, &t->comm);
  if (t->comm == MPI_COMM_NULL) return;
  for (int i = 0; i < count; ++i) {
    MPI_Cart_shift(t->comm, i, 1, &t->sources[2 * i], &t->sources[2 * i + 1]);
    for (int k = 2 * i; k < 2 * i + 2; ++k) note("beside", t->sources[k] == MPI_PROC_NULL ? -1 : t->sources[k]);
  }
  t->ins = t->outs = 2 * count;
  memcpy(t->destinations, t->sources, sizeof t->sources);
}

static Topology draw_topology(Draws* d, const Slot* s) {
  Topology t = {.edges = next(d)};
  const int kind = below(d, 4);
  if (is_verbose) note("topology", kind);
  switch (kind) {
    case 0:
      make_adjacent(d, s, &t);
      break;
    case 1:
      make_distributed(d, s, &t);
      break;
    case 2:
      make_symmetric(s, &t);
      break;
    default:
      make_grid(d, s, &t);
  }
  return t;
}

/* The blocks to or from all neighbours in a buffer. */
typedef struct {
  Buffer buffer;
  int count, counts[kEdges], places[kEdges];
  MPI_Aint bytes[kEdges]; /* where they are */
  const Type* of[kEdges];
  MPI_Datatype types[kEdges];
} Blocks;

typedef struct {
  Type types[2];
  Blocks from, to;
  MPI_Request request;
} Among;

enum { kPlain, kPlaces, kBytes }; /* the forms of the calls: one count, places in values, places in bytes */

static size_t span_of(const Type* t, int count) {
  return count == 0 ? 0 : (size_t)((count - 1) * t->extent + t->true_extent);
}

static void lay_out(Draws* d, Blocks* b, int form, const Type* t, word fill) {
  const Type byte = basic_type(MPI_BYTE);
  int total = 0;
  if (form == kPlaces) total = draw_places(d, b->count, b->counts, b->places);
  for (int i = 0; i < b->count; ++i) {
    b->types[i] = b->of[i]->type;
    if (form == kPlain) b->places[i] = total;
    if (form == kPlain) total += b->counts[i];
    if (form == kBytes) {
      b->bytes[i] = total - b->of[i]->true_lb;
      total += (int)span_of(b->of[i], b->counts[i]) + below(d, 9);
    } else {
      b->bytes[i] = b->places[i] * t->extent;
    }
  }
  b->buffer = make_buffer(form == kBytes ? &byte : t, total, fill);
}

/* Where the edges are not told apart, the bytes of a block depend on its neighbour alone. */
static void fill_for_each(Blocks* b, const int* ranks, int rank) {
  for (int i = 0; i < b->count; ++i) {
    unsigned char* at = b->buffer.at + b->bytes[i] + b->of[i]->true_lb;
    const size_t bytes = span_of(b->of[i], b->counts[i]);
    for (size_t k = 0; k < bytes; ++k) at[k] = (unsigned char)mix(mix((word)rank, (word)ranks[i]), k);
  }
}

static void note_each(const Blocks* b, const int* ranks) {
  word together = 0;
  for (int i = 0; i < b->count; ++i) {
    const unsigned char* at = b->buffer.at + b->bytes[i] + b->of[i]->true_lb;
    const size_t bytes = span_of(b->of[i], b->counts[i]);
    word sum = of_edge(0, ranks[i], 0);
    for (size_t k = 0; k < bytes; ++k) sum = mix(sum, at[k]);
    together += sum;
  }
  note("blocks", (long long)together);
}

/* A name for the nonblocking form of what BOTH() calls. */
#define MPI_INeighbor_allgather_ MPI_Ineighbor_allgather
#define MPI_INeighbor_allgatherv_ MPI_Ineighbor_allgatherv
#define MPI_INeighbor_alltoall_ MPI_Ineighbor_alltoall
#define MPI_INeighbor_alltoallv_ MPI_Ineighbor_alltoallv
#define MPI_INeighbor_alltoallw_ MPI_Ineighbor_alltoallw

static void start_among(Draws* d, const Slot* s, const Topology* t, int now, Among* c) {
  Blocks *from = &c->from, *to = &c->to;
  const int kind = below(d, 5), count = between(d, 0, 4), is_gather = kind < 2;
  const int form = kind == 4 ? kBytes : kind % 2 ? kPlaces : kPlain;
  c->request = MPI_REQUEST_NULL;
  for (int i = 0; i < 2; ++i) c->types[i] = draw_committed(d);
  Draws mine = {mix(next(d), (word)s->rank)};
  from->count = is_gather ? 1 : t->outs;
  to->count = t->ins;
  for (int i = 0; i < from->count; ++i) {
    const int there = is_gather ? 0 : t->destinations[i];
    from->counts[i] = form == kPlain ? count : values_along(t->edges, s->rank, there);
    from->of[i] = &c->types[form == kBytes && weight_of(t->edges, s->rank, there) % 2];
  }
  for (int i = 0; i < to->count; ++i) {
    to->counts[i] = form == kPlain ? count : values_along(t->edges, t->sources[i], is_gather ? 0 : s->rank);
    to->of[i] = &c->types[form == kBytes && weight_of(t->edges, t->sources[i], s->rank) % 2];
  }
  lay_out(&mine, from, is_gather ? kPlain : form, &c->types[0], mix(s->id, (word)s->rank));
  lay_out(&mine, to, form, &c->types[0], mix(s->id, (word)s->rank + 70));
  if (t->is_open) {
    if (!is_gather) fill_for_each(from, t->destinations, s->rank);
    memset(to->buffer.all, 'x', to->buffer.bytes);
  }
  if (is_verbose) note(now ? "neighbours" : "nonblocking neighbours", kind);
  void *out = from->buffer.at, *in = to->buffer.at;
  const MPI_Datatype type = c->types[0].type;
  switch (kind) {
    case 0:
      BOTH(Neighbor_allgather, out, count, type, in, count, type, t->comm);
      break;
    case 1:
      BOTH(Neighbor_allgatherv, out, from->counts[0], type, in, to->counts, to->places, type, t->comm);
      break;
    case 2:
      BOTH(Neighbor_alltoall, out, count, type, in, count, type, t->comm);
      break;
    case 3:
      BOTH(Neighbor_alltoallv, out, from->counts, from->places, type, in, to->counts, to->places, type, t->comm);
      break;
    default:
      BOTH(Neighbor_alltoallw, out, from->counts, from->bytes, from->types, in, to->counts, to->bytes, to->types,
           t->comm);
  }
}

static void end_among(const Topology* t, Among* c) {
  if (t->is_open) {
    note_each(&c->to, t->sources);
    free(c->to.buffer.all);
    free(c->from.buffer.all);
  } else {
    finish_buffer("result", &c->to.buffer);
    finish_buffer("argument", &c->from.buffer);
  }
  for (int i = 0; i < 2; ++i) free_type(&c->types[i]);
}

static void neighbours(Draws* d, const Slot* s) {
  static Among all[kMostAmong];
  MPI_Request requests[kMostAmong];
  MPI_Status statuses[kMostAmong];
  Topology t = draw_topology(d, s);
  if (t.comm == MPI_COMM_NULL) return;
  const int count = between(d, 1, kMostAmong), now = one_in(d, 2);
  for (int i = 0; i < count; ++i) {
    start_among(d, s, &t, now, &all[i]);
    requests[i] = all[i].request;
  }
  Draws mine = {mix(next(d), (word)s->rank)};
  if (!now) complete(&mine, count, requests, statuses);
  for (int i = 0; i < count; ++i) end_among(&t, &all[i]);
  MPI_Comm_free(&t.comm);
}
