/* random_mpi.c FIRST COUNT [RANKS [KEEP]]: runs generated MPI programs, and prints a digest of each.
 *
 * Program number s has a world of 1 to 16 ranks (those at hand, or RANKS) and up to kOperations operations, which every
 * rank draws from the same numbers: each is a communicator, a datatype, messages, a collective and so on. A rank's
 * digest takes in every byte of its buffers, every status and every value that MPI 3.1 determines; what it leaves open
 * (orders of completion, sizes of packed data, paddings) is not taken in. The same text compiled against another MPI
 * must print the same lines.
 *
 * With KEEP, a list such as 0,3,4, only these operations run, and each value of each rank is printed: what a difference
 * is shrunk with. An operation draws from numbers of its own, so that it stays as it is if others are left out. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kOperations = 12, kRanks = 16, kSlots = 6, kMessages = 24, kDepth = 3 };

typedef uint64_t word;

/* ---- Draws and digests ---- */

static word mix(word a, word b) {
  word x = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53u;
  return x ^ (x >> 29);
}

typedef struct Type Type;

typedef struct {
  word state;
  const Type*
      element; /* the only basic type of the datatypes that are drawn, with elements at its alignment, or NULL */
} Draws;

static word next(Draws* d) { return d->state = mix(d->state, 1); }
static int below(Draws* d, int limit) { return (int)((next(d) >> 20) % (word)limit); }
static int between(Draws* d, int low, int high) { return low + below(d, high - low + 1); }
static int one_in(Draws* d, int n) { return below(d, n) == 0; }

static word digest;
static int operation, is_verbose;
static char* journal;
static size_t journal_bytes, journal_room;

static void write_down(const char* what, word value) {
  char line[128];
  const int length = snprintf(line, sizeof line, "  %d %s %lld\n", operation, what, (long long)value);
  if (journal_bytes + (size_t)length + 1 > journal_room) {
    journal_room = 2 * journal_room + 4096;
    journal = realloc(journal, journal_room);
  }
  memcpy(journal + journal_bytes, line, (size_t)length + 1);
  journal_bytes += (size_t)length;
}

static void note(const char* what, long long value) {
  digest = mix(digest, (word)value);
  if (is_verbose) write_down(what, (word)value);
}

static void note_bytes(const char* what, const void* bytes, size_t count) {
  word sum = count;
  for (size_t i = 0; i < count; ++i) sum = mix(sum, ((const unsigned char*)bytes)[i]);
  note(what, (long long)sum);
}

/* ---- Datatypes, and values of them in memory ---- */

struct Type {
  MPI_Datatype type;
  MPI_Datatype basic; /* of all its elements, or MPI_DATATYPE_NULL if they differ */
  int elements;
  MPI_Aint lb, extent, true_lb, true_extent;
  int is_ours; /* to be freed */
  int has_array;
};

static void measure(Type* t) {
  MPI_Type_get_extent(t->type, &t->lb, &t->extent);
  MPI_Type_get_true_extent(t->type, &t->true_lb, &t->true_extent);
}

static const MPI_Datatype* basics(int* count) {
  static MPI_Datatype all[18];
  const MPI_Datatype list[] = {MPI_CHAR,           MPI_SIGNED_CHAR,   MPI_UNSIGNED_CHAR, MPI_BYTE,    MPI_SHORT,
                               MPI_UNSIGNED_SHORT, MPI_INT,           MPI_UNSIGNED,      MPI_LONG,    MPI_LONG_LONG,
                               MPI_FLOAT,          MPI_DOUBLE,        MPI_INT8_T,        MPI_INT32_T, MPI_UINT16_T,
                               MPI_UINT64_T,       MPI_UNSIGNED_LONG, MPI_AINT};
  memcpy(all, list, sizeof list);
  *count = (int)(sizeof list / sizeof list[0]);
  return all;
}

static Type basic_type(MPI_Datatype type) {
  Type t = {.type = type, .basic = type, .elements = 1};
  measure(&t);
  return t;
}

static Type draw_basic(Draws* d) {
  if (d->element != NULL) return *d->element;
  int count;
  const MPI_Datatype* all = basics(&count);
  return basic_type(all[below(d, count)]);
}

/* A number of bytes that elements may be moved by. */
static int bytes_below(Draws* d, int limit) {
  return below(d, limit) * (d->element == NULL ? 1 : (int)d->element->extent);
}

static void free_type(Type* t) {
  if (t->is_ours) MPI_Type_free(&t->type);
}

static void resize(Type* t, MPI_Aint lb, MPI_Aint extent) {
  MPI_Datatype resized;
  MPI_Type_create_resized(t->type, lb, extent, &resized);
  MPI_Type_free(&t->type);
  t->type = resized;
  measure(t);
}

/* Values of a type must not overlap, as they are received into. */
static void spread(Type* t) {
  measure(t);
  if (t->extent < t->true_extent) resize(t, t->true_lb, t->true_extent);
}

/* Implementations round the extent up, or not, where elements are not aligned (MPI 3.1, sec. 4.1.6). */
static void settle_extent(Draws* d, Type* t) {
  measure(t);
  resize(t, t->true_lb, t->true_extent + bytes_below(d, 8));
}

static Type draw_type(Draws* d, int depth);

static Type draw_struct(Draws* d, int depth) {
  Type parts[4], t = {.is_ours = 1};
  int blocks[4];
  MPI_Aint places[4], end = 0;
  MPI_Datatype types[4];
  const int count = between(d, 1, 4);
  for (int i = 0; i < count; ++i) {
    parts[i] = draw_type(d, depth - 1);
    blocks[i] = between(d, 0, 2);
    if (i == 0 && blocks[i] == 0) blocks[i] = 1;
    types[i] = parts[i].type;
    end += bytes_below(d, 9);
    places[i] = end - parts[i].true_lb;
    if (blocks[i] > 0) end = places[i] + (blocks[i] - 1) * parts[i].extent + parts[i].true_lb + parts[i].true_extent;
    t.elements += blocks[i] * parts[i].elements;
    t.has_array |= parts[i].has_array;
    if (i == 0) t.basic = parts[i].basic;
    if (blocks[i] > 0 && parts[i].basic != t.basic) t.basic = MPI_DATATYPE_NULL;
  }
  MPI_Type_create_struct(count, blocks, places, types, &t.type);
  resize(&t, 0, end + bytes_below(d, 8));
  for (int i = 0; i < count; ++i) free_type(&parts[i]);
  spread(&t);
  return t;
}

static Type draw_array(Draws* d, const Type* child) {
  Type t = {.basic = child->basic, .is_ours = 1, .elements = child->elements, .has_array = 1};
  int sizes[3], subsizes[3], starts[3], distributions[3], arguments[3], grid[3];
  const int dims = between(d, 1, 3), order = one_in(d, 2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  const int is_darray = one_in(d, 3);
  int processes = 1, size;
  for (int i = 0; i < dims; ++i) {
    sizes[i] = between(d, 1, 5);
    subsizes[i] = between(d, 1, sizes[i]);
    starts[i] = below(d, sizes[i] - subsizes[i] + 1);
    switch (below(d, 3)) {
      case 0:
        distributions[i] = MPI_DISTRIBUTE_NONE;
        break;
      case 1:
        distributions[i] = MPI_DISTRIBUTE_BLOCK;
        break;
      default:
        distributions[i] = MPI_DISTRIBUTE_CYCLIC;
    }
    arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
    if (distributions[i] == MPI_DISTRIBUTE_CYCLIC && one_in(d, 2)) arguments[i] = between(d, 1, 3);
    grid[i] = distributions[i] == MPI_DISTRIBUTE_NONE ? 1 : between(d, 1, sizes[i] < 3 ? sizes[i] : 3);
    processes *= grid[i];
  }
  if (is_darray) {
    MPI_Type_create_darray(processes, below(d, processes), dims, sizes, distributions, arguments, grid, order,
                           child->type, &t.type);
  } else {
    MPI_Type_create_subarray(dims, sizes, subsizes, starts, order, child->type, &t.type);
  }
  int of_child;
  MPI_Type_size(t.type, &size);
  MPI_Type_size(child->type, &of_child);
  t.elements = of_child == 0 ? 0 : size / of_child * child->elements;
  spread(&t);
  return t;
}

/* A type whose values do not overlap, not committed. */
static Type draw_type(Draws* d, int depth) {
  if (depth == 0 || one_in(d, 4)) return draw_basic(d);
  if (one_in(d, 5)) return draw_struct(d, depth);
  Type child = draw_type(d, depth - 1), t = {.basic = child.basic, .is_ours = 1, .has_array = child.has_array};
  const int count = between(d, 1, 4), block = between(d, 1, 3);
  int blocks[4], places[4], total = 0;
  MPI_Aint bytes[4];
  for (int i = 0, end = below(d, 3); i < count; ++i) {
    blocks[i] = between(d, i == 0 ? 1 : 0, 3);
    places[i] = end;
    bytes[i] = end * child.extent;
    end += blocks[i] + below(d, 3);
    total += blocks[i];
  }
  if (one_in(d, 4)) { /* backwards */
    for (int i = 0; i < count; ++i) places[i] = -places[i] - blocks[i], bytes[i] = places[i] * child.extent;
  }
  switch (below(d, 9)) {
    case 0:
      MPI_Type_contiguous(count, child.type, &t.type);
      t.elements = count * child.elements;
      break;
    case 1: {
      int stride = (block + below(d, 3)) * (one_in(d, 4) ? -1 : 1);
      if (stride * child.extent == -1) stride = -2; /* Open MPI 4.1.4 takes -1 byte for the extent of the child */
      MPI_Type_vector(count, block, stride, child.type, &t.type);
      t.elements = count * block * child.elements;
      break;
    }
    case 2: {
      MPI_Aint stride = (block * child.extent + bytes_below(d, 9)) * (one_in(d, 4) ? -1 : 1);
      if (stride == -1) stride = -2;
      MPI_Type_create_hvector(count, block, stride, child.type, &t.type);
      settle_extent(d, &t);
      t.elements = count * block * child.elements;
      break;
    }
    case 3:
      MPI_Type_indexed(count, blocks, places, child.type, &t.type);
      t.elements = total * child.elements;
      break;
    case 4:
      MPI_Type_create_hindexed(count, blocks, bytes, child.type, &t.type);
      settle_extent(d, &t);
      t.elements = total * child.elements;
      break;
    case 5:
      for (int i = 0; i < count; ++i) places[i] = i * (block + 1);
      MPI_Type_create_indexed_block(count, block, places, child.type, &t.type);
      t.elements = count * block * child.elements;
      break;
    case 6:
      for (int i = 0; i < count; ++i)
        bytes[i] = i * (block * child.extent + (d->element == NULL ? 3 : d->element->extent));
      MPI_Type_create_hindexed_block(count, block, bytes, child.type, &t.type);
      settle_extent(d, &t);
      t.elements = count * block * child.elements;
      break;
    case 7: {
      const MPI_Aint lb = bytes_below(d, 17) - bytes_below(d, 9);
      MPI_Type_create_resized(child.type, lb, child.true_extent + bytes_below(d, 12), &t.type);
      t.elements = child.elements;
      break;
    }
    default:
      t = draw_array(d, &child);
  }
  free_type(&child);
  if (t.elements == 0) { /* where nothing is, its bounds are open */
    free_type(&t);
    return draw_basic(d);
  }
  spread(&t);
  return t;
}

static Type draw_committed(Draws* d) {
  Type t = draw_type(d, below(d, kDepth + 1));
  if (t.elements > 400 || t.true_extent > 20000) {
    free_type(&t);
    t = draw_basic(d);
  }
  if (t.is_ours) MPI_Type_commit(&t.type);
  return t;
}

/* Values in memory that is their own, with a margin of known bytes. */
typedef struct {
  unsigned char *all, *at; /* `at`: what MPI gets */
  size_t bytes;
} Buffer;

static Buffer make_buffer(const Type* t, MPI_Aint count, word fill) {
  MPI_Aint low = 0, high = 0;
  if (count > 0) {
    const MPI_Aint last = (count - 1) * t->extent;
    low = t->true_lb + (last < 0 ? last : 0);
    high = t->true_lb + t->true_extent + (last > 0 ? last : 0);
  }
  Buffer b;
  const MPI_Aint before = low < 0 ? (-low + 31) / 16 * 16 : 16;
  b.bytes = (size_t)(before + (high > 0 ? high : 0) + 16);
  b.all = malloc(b.bytes);
  b.at = b.all + before;
  for (size_t i = 0; i < b.bytes; ++i) b.all[i] = (unsigned char)mix(fill, i);
  return b;
}

static void finish_buffer(const char* what, Buffer* b) {
  note_bytes(what, b->all, b->bytes);
  free(b->all);
}

/* ---- The program's communicators ---- */

typedef struct {
  MPI_Comm comm; /* MPI_COMM_NULL if this rank is not in it */
  word id;       /* the same on its ranks, another one on others */
  int rank, size;
  int side,
      remote; /* of two groups: which one this rank is in, and the size of the other one, which is 0 without one */
} Slot;

static Slot slots[kSlots];
static int slot_count;
static word seed;

static void add_slot(MPI_Comm comm, word id) {
  Slot* s;
  if (slot_count < kSlots) {
    s = &slots[slot_count++];
  } else {
    s = &slots[1 + (int)(mix(seed, (word)operation) % (kSlots - 1))];
    if (s->comm != MPI_COMM_NULL) MPI_Comm_free(&s->comm);
  }
  *s = (Slot){.comm = comm, .id = id};
  if (comm == MPI_COMM_NULL) {
    note("not in the new communicator", 0);
    return;
  }
  MPI_Comm_rank(comm, &s->rank);
  MPI_Comm_size(comm, &s->size);
  note("rank", s->rank);
  note("size", s->size);
}

/* MPICH 4.0.2 divides by zero where the elements of a type differ and have the same size, and ends with an assertion
 * that fails for an array of arrays. */
static int elements_of(const MPI_Status* status, const Type* t) {
  int elements = MPI_UNDEFINED;
  if (t->basic != MPI_DATATYPE_NULL && !t->has_array) MPI_Get_elements(status, t->type, &elements);
  return elements == MPI_UNDEFINED ? -1 : elements;
}

static void note_status(const char* what, const MPI_Status* status, const Type* t) {
  int count;
  MPI_Get_count(status, t->type, &count);
  note(what, status->MPI_SOURCE == MPI_ANY_SOURCE ? -1 : status->MPI_SOURCE == MPI_PROC_NULL ? -2 : status->MPI_SOURCE);
  note("tag", status->MPI_TAG == MPI_ANY_TAG ? -1 : status->MPI_TAG);
  note("count", count == MPI_UNDEFINED ? -1 : count);
  note("elements", elements_of(status, t));
}

/* ---- Operations: datatypes alone ---- */

static void inspect_type(Draws* d) {
  Type t = draw_committed(d);
  int size, position = 0, count = between(d, 1, 3);
  MPI_Count bytes, lb, extent;
  MPI_Type_size(t.type, &size);
  MPI_Type_size_x(t.type, &bytes);
  note("size", size);
  note("size_x", bytes);
  note("lb", t.lb);
  note("extent", t.extent);
  note("true lb", t.true_lb);
  note("true extent", t.true_extent);
  MPI_Type_get_true_extent_x(t.type, &lb, &extent);
  note("true extent_x", extent);
  Buffer from = make_buffer(&t, count, mix(seed, 3)), to = make_buffer(&t, count, mix(seed, 4));
  int room;
  MPI_Pack_size(count, t.type, MPI_COMM_SELF, &room);
  char* packed = malloc((size_t)room + 1);
  MPI_Pack(from.at, count, t.type, packed, room, &position, MPI_COMM_SELF);
  const int end = position;
  position = 0;
  MPI_Unpack(packed, end, &position, to.at, count, t.type, MPI_COMM_SELF);
  note("all unpacked", position == end);
  free(packed);
  finish_buffer("unpacked", &to);
  free(from.all);
  MPI_Datatype copy;
  MPI_Type_dup(t.type, &copy);
  MPI_Type_set_name(copy, "a copy");
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Type_get_name(copy, name, &size);
  note_bytes("name", name, (size_t)size);
  MPI_Type_free(&copy);
  free_type(&t);
}

/* A type of one kind of element that has the size its external form has, there and back. */
static void pack_external(Draws* d) {
  const MPI_Datatype exact[] = {MPI_INT, MPI_SHORT, MPI_DOUBLE, MPI_FLOAT, MPI_CHAR, MPI_UNSIGNED};
  Type basic = basic_type(exact[below(d, 6)]), t = {.basic = basic.basic, .is_ours = 1};
  const int count = between(d, 1, 4), block = between(d, 1, 3);
  MPI_Type_vector(count, block, block + below(d, 3), basic.type, &t.type);
  MPI_Type_commit(&t.type);
  measure(&t);
  Buffer from = make_buffer(&t, 2, mix(seed, 5)), to = make_buffer(&t, 2, mix(seed, 6));
  MPI_Aint room, position = 0;
  MPI_Pack_external_size("external32", 2, t.type, &room);
  note("external size", room);
  char* packed = malloc((size_t)room + 1);
  MPI_Pack_external("external32", from.at, 2, t.type, packed, room, &position);
  note("external end", position);
  note_bytes("external", packed, (size_t)position);
  position = 0;
  MPI_Unpack_external("external32", packed, room, &position, to.at, 2, t.type);
  free(packed);
  free(from.all);
  finish_buffer("unpacked", &to);
  free_type(&t);
}

/* ---- Operations: groups and communicators ---- */

static void note_group(const char* what, MPI_Group group, MPI_Group world) {
  int size, rank;
  MPI_Group_size(group, &size);
  MPI_Group_rank(group, &rank);
  note(what, size);
  note("rank in it", rank == MPI_UNDEFINED ? -1 : rank);
  for (int i = 0; i < size; ++i) {
    int there;
    MPI_Group_translate_ranks(group, 1, &i, world, &there);
    note("member", there == MPI_UNDEFINED ? -1 : there);
  }
}

/* Some of the ranks below `size`, in any order. */
static int draw_ranks(Draws* d, int size, int* ranks) {
  const int count = between(d, 1, size);
  int all[kRanks];
  for (int i = 0; i < size; ++i) all[i] = i;
  for (int i = 0; i < count; ++i) {
    const int at = between(d, i, size - 1), swap = all[at];
    all[at] = all[i];
    all[i] = swap;
    ranks[i] = swap;
  }
  return count;
}

static MPI_Group draw_group(Draws* d, MPI_Group world, int size) {
  MPI_Group group;
  int ranks[kRanks];
  switch (below(d, 3)) {
    case 0:
      MPI_Group_incl(world, draw_ranks(d, size, ranks), ranks, &group);
      break;
    case 1: {
      const int count = draw_ranks(d, size, ranks);
      MPI_Group_excl(world, count == size ? count - 1 : count, ranks, &group);
      break;
    }
    default: {
      int first = below(d, size), last = below(d, size);
      int range[1][3] = {{first, last, first <= last ? between(d, 1, 3) : -between(d, 1, 3)}};
      if (one_in(d, 2) || size == 1) {
        MPI_Group_range_incl(world, 1, range, &group);
      } else {
        MPI_Group_range_excl(world, 1, range, &group);
      }
    }
  }
  return group;
}

static void set_groups(Draws* d, const Slot* s) {
  MPI_Group world, a, b, c;
  int result;
  MPI_Comm_group(s->comm, &world);
  a = draw_group(d, world, s->size);
  b = draw_group(d, world, s->size);
  note_group("group", a, world);
  note_group("other group", b, world);
  MPI_Group_union(a, b, &c);
  note_group("union", c, world);
  MPI_Group_compare(c, a, &result);
  note("union compared", result == MPI_IDENT ? 0 : result == MPI_SIMILAR ? 1 : 2);
  if (c != MPI_GROUP_EMPTY) MPI_Group_free(&c);
  MPI_Group_intersection(a, b, &c);
  note_group("intersection", c, world);
  if (c != MPI_GROUP_EMPTY) MPI_Group_free(&c);
  MPI_Group_difference(a, b, &c);
  note_group("difference", c, world);
  if (c != MPI_GROUP_EMPTY) MPI_Group_free(&c);
  MPI_Group_compare(a, b, &result);
  note("compared", result == MPI_IDENT ? 0 : result == MPI_SIMILAR ? 1 : 2);
  if (a != MPI_GROUP_EMPTY) MPI_Group_free(&a);
  if (b != MPI_GROUP_EMPTY) MPI_Group_free(&b);
  MPI_Group_free(&world);
}

static void make_cart(Draws* d, const Slot* s, word id) {
  int dims[3] = {1, 1, 1}, periods[3], coords[3], remain[3], rank, source, target;
  const int count = between(d, 1, 3);
  for (int i = 0; i < count; ++i) periods[i] = one_in(d, 2), remain[i] = one_in(d, 2);
  /* A dimension remains: MPICH 4.0.2 gives most ranks no part of none. */
  if (!remain[0] && (count < 2 || !remain[1]) && (count < 3 || !remain[2])) remain[0] = 1;
  for (int i = 0, left = s->size; i < count; ++i) {
    dims[i] = between(d, 1, left);
    left /= dims[i];
  }
  MPI_Comm cart, part;
  MPI_Cart_create(s->comm, count, dims, periods, 0, &cart);
  if (cart != MPI_COMM_NULL) {
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_coords(cart, rank, count, coords);
    for (int i = 0; i < count; ++i) {
      note("coordinate", coords[i]);
      MPI_Cart_shift(cart, i, between(d, -2, 3), &source, &target);
      note("source", source == MPI_PROC_NULL ? -1 : source);
      note("target", target == MPI_PROC_NULL ? -1 : target);
    }
    for (int i = 0; i < count; ++i) coords[i] = periods[i] ? between(d, -9, 9) : below(d, dims[i]);
    MPI_Cart_rank(cart, coords, &rank);
    note("rank of coordinates", rank);
    MPI_Cart_sub(cart, remain, &part);
    int size;
    MPI_Comm_rank(part, &rank);
    MPI_Comm_size(part, &size);
    note("rank in part", rank);
    note("size of part", size);
    MPI_Comm_free(&part);
    int topology;
    MPI_Topo_test(cart, &topology);
    note("is a grid", topology == MPI_CART);
  }
  add_slot(cart, id);
}

static void make_graph(Draws* d, const Slot* s, word id) {
  int index[kRanks], edges[kRanks * 4], at = 0, count, got[4];
  for (int i = 0; i < s->size; ++i) {
    const int degree = below(d, 4);
    for (int k = 0; k < degree; ++k) edges[at++] = below(d, s->size);
    index[i] = at;
  }
  MPI_Comm graph;
  MPI_Graph_create(s->comm, s->size, index, edges, 0, &graph);
  MPI_Graph_neighbors_count(graph, s->rank, &count);
  note("neighbours", count);
  MPI_Graph_neighbors(graph, s->rank, count, got);
  for (int i = 0; i < count; ++i) note("neighbour", got[i]);
  add_slot(graph, id);
}

static void make_merged(Draws* d, const Slot* s, word id);

static void make_communicator(Draws* d, const Slot* s) {
  const word id = mix(s->id, next(d));
  MPI_Comm comm;
  switch (below(d, 8)) {
    case 0:
      MPI_Comm_dup(s->comm, &comm);
      add_slot(comm, id);
      return;
    case 1: {
      MPI_Request request;
      MPI_Comm_idup(s->comm, &comm, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      add_slot(comm, id);
      return;
    }
    case 2: {
      const int colors = between(d, 1, 4);
      Draws mine = {mix(next(d), (word)s->rank)};
      const int color = below(&mine, 6) == 0 ? MPI_UNDEFINED : below(&mine, colors), key = between(&mine, -3, 3);
      MPI_Comm_split(s->comm, color, key, &comm);
      add_slot(comm, mix(id, (word)color));
      return;
    }
    case 3:
    case 4: {
      MPI_Group world, group;
      int rank;
      MPI_Comm_group(s->comm, &world);
      group = draw_group(d, world, s->size);
      MPI_Group_rank(group, &rank);
      if (one_in(d, 2)) {
        MPI_Comm_create(s->comm, group, &comm);
      } else {
        comm = MPI_COMM_NULL;
        if (rank != MPI_UNDEFINED) MPI_Comm_create_group(s->comm, group, between(d, 0, 9), &comm);
      }
      MPI_Group_free(&world);
      if (group != MPI_GROUP_EMPTY) MPI_Group_free(&group);
      add_slot(comm, id);
      return;
    }
    case 5:
      make_cart(d, s, id);
      return;
    case 6:
      make_merged(d, s, id);
      return;
    default:
      make_graph(d, s, id);
  }
}

static void compare_communicators(Draws* d, const Slot* s) {
  const Slot* other = &slots[below(d, slot_count)];
  int result;
  if (other->comm == MPI_COMM_NULL) return;
  MPI_Comm_compare(s->comm, other->comm, &result);
  note("compared", result == MPI_IDENT ? 0 : result == MPI_CONGRUENT ? 1 : result == MPI_SIMILAR ? 2 : 3);
}

static int copies, deletions;

static int copy_attribute(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key;
  ++copies;
  *(void**)out = (char*)in + 1;
  *flag = extra != NULL;
  return MPI_SUCCESS;
}

static int delete_attribute(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)extra;
  deletions += 1 + (int)(intptr_t)value;
  return MPI_SUCCESS;
}

static void use_attributes(Draws* d, const Slot* s) {
  static char is_copied;
  MPI_Comm first, second;
  int key, found;
  void* value = NULL;
  copies = deletions = 0;
  MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, one_in(d, 3) ? NULL : &is_copied);
  MPI_Comm_dup(s->comm, &first);
  MPI_Comm_set_attr(first, key, (void*)(intptr_t)between(d, 1, 99));
  if (one_in(d, 2)) MPI_Comm_set_attr(first, key, (void*)(intptr_t)between(d, 1, 99));
  MPI_Comm_dup(first, &second);
  MPI_Comm_get_attr(second, key, &value, &found);
  note("found", found != 0);
  if (found) note("value", (intptr_t)value);
  if (one_in(d, 2)) MPI_Comm_delete_attr(first, key);
  MPI_Comm_free(&second);
  MPI_Comm_free(&first);
  MPI_Comm_free_keyval(&key);
  note("key gone", key == MPI_KEYVAL_INVALID);
  note("copies", copies);
  note("deletions", deletions);
}

/* ---- Operations: messages ---- */

typedef struct {
  int source, target, tag, count, given; /* `given`: tag and source as the receive names them, bits */
  int is_sent, is_received;              /* by this rank */
  Type sent, received;
  int received_count, mode;
  Buffer from, to;
} Message;

enum { kAnySource = 1, kAnyTag = 2 };

/* Another layout of the same elements, or the same type. */
static void draw_receiver(Draws* d, Message* m) {
  const long long elements = (long long)m->count * m->sent.elements;
  m->received = m->sent;
  m->received.is_ours = 0;
  m->received_count = m->count + below(d, 3);
  if (m->sent.basic == MPI_DATATYPE_NULL || elements == 0 || one_in(d, 3)) return;
  const int block = between(d, 1, 4);
  Type t = {.basic = m->sent.basic, .is_ours = 1, .elements = 2 * block};
  MPI_Type_vector(2, block, block + below(d, 3), m->sent.basic, &t.type);
  MPI_Type_commit(&t.type);
  measure(&t);
  m->received = t;
  m->received_count = (int)((elements + 2 * block - 1) / (2 * block)) + below(d, 2);
}

static void draw_message(Draws* d, const Slot* s, int i, Message* m) {
  memset(m, 0, sizeof *m);
  /* Between two groups, the first one or the other one sends. */
  const int is_ours = s->remote == 0 || one_in(d, 2) == s->side;
  m->source = below(d, is_ours ? s->size : s->remote);
  m->target = below(d, is_ours && s->remote > 0 ? s->remote : s->size);
  m->is_sent = is_ours && m->source == s->rank;
  m->is_received = (!is_ours || s->remote == 0) && m->target == s->rank;
  /* A tag of its own in the whole program: a rank that is ahead must not be taken for the source of an earlier one. */
  m->tag = one_in(d, 3) ? 1000 * (operation + 1) + i : below(d, 3);
  m->mode = below(d, 4);
  m->sent = draw_committed(d);
  m->count = one_in(d, 8) ? 0 : one_in(d, 12) ? between(d, 50, 400) : between(d, 1, 5);
  draw_receiver(d, m);
  if (one_in(d, 3)) m->given |= kAnyTag;
  if (m->tag >= 1000 && !(m->given & kAnyTag) && one_in(d, 2)) m->given |= kAnySource;
  if (m->is_sent) m->from = make_buffer(&m->sent, m->count, mix(s->id, (word)i));
  if (m->is_received) m->to = make_buffer(&m->received, m->received_count, mix(s->id, (word)i + 77));
}

static void end_message(Message* m) {
  if (m->is_received) finish_buffer("received", &m->to);
  if (m->is_sent) free(m->from.all);
  free_type(&m->sent);
  free_type(&m->received);
}

static int source_of(const Message* m) { return m->given & kAnySource ? MPI_ANY_SOURCE : m->source; }
static int tag_of(const Message* m) { return m->given & kAnyTag ? MPI_ANY_TAG : m->tag; }

typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

/* `mode`: standard, synchronous, buffered, or ready. */
static void start_send(const Slot* s, const Message* m, int mode, int is_persistent, MPI_Request* request) {
  static Send* const begun[] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
  static Send* const made[] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init, MPI_Rsend_init};
  Send* const send = (is_persistent ? made : begun)[mode];
  send(m->from.at, m->count, m->sent.type, m->target, m->tag, s->comm, request);
}

/* Ends all requests, by one of the many calls; the statuses are in their order. */
static void complete(Draws* d, int count, MPI_Request* requests, MPI_Status* statuses) {
  MPI_Status some[2 * kMessages];
  int where[2 * kMessages], done, flag = 0, at;
  const int way = below(d, 8);
  switch (way) {
    case 0:
      MPI_Waitall(count, requests, statuses);
      return;
    case 1:
      for (int left = count; left > 0; --left) {
        MPI_Waitany(count, requests, &at, &some[0]);
        statuses[at] = some[0];
      }
      return;
    case 2:
    case 3:
      for (int left = count; left > 0; left -= done) {
        if (way == 2) MPI_Waitsome(count, requests, &done, where, some);
        if (way == 3) MPI_Testsome(count, requests, &done, where, some);
        for (int i = 0; i < done; ++i) statuses[where[i]] = some[i];
      }
      return;
    case 4:
      while (!flag) MPI_Testall(count, requests, &flag, statuses);
      return;
    case 5:
      for (int left = count; left > 0; left -= flag != 0) {
        MPI_Testany(count, requests, &at, &flag, &some[0]);
        if (flag) statuses[at] = some[0];
      }
      return;
    case 6:
      for (int i = 0; i < count; ++i) {
        flag = 0;
        while (!flag) MPI_Test(&requests[i], &flag, &statuses[i]);
      }
      return;
    default:
      for (int i = count; i-- > 0;) MPI_Wait(&requests[i], &statuses[i]);
  }
}

/* Receives first, then sends, then all ends: with the modes that this allows, all of them. */
static void nonblocking_round(Draws* d, const Slot* s, Message* all, int count, int is_persistent, int rounds) {
  MPI_Request requests[2 * kMessages];
  MPI_Status statuses[2 * kMessages];
  int receives[2 * kMessages], used = 0, receive_count;
  memset(statuses, 0, sizeof statuses);
  for (int i = 0; i < count; ++i) {
    Message* m = &all[i];
    if (!m->is_received) continue;
    receives[used] = i;
    if (is_persistent) {
      MPI_Recv_init(m->to.at, m->received_count, m->received.type, source_of(m), tag_of(m), s->comm, &requests[used++]);
    } else {
      MPI_Irecv(m->to.at, m->received_count, m->received.type, source_of(m), tag_of(m), s->comm, &requests[used++]);
    }
  }
  receive_count = used;
  if (is_persistent && one_in(d, 2)) {
    MPI_Startall(receive_count, requests);
  } else if (is_persistent) {
    for (int i = 0; i < receive_count; ++i) MPI_Start(&requests[i]);
  }
  MPI_Barrier(s->comm);
  for (int i = 0; i < count; ++i) {
    if (!all[i].is_sent) continue;
    /* No buffered send is started twice: Open MPI 4.1.4 sends other bytes then, above 1 KiB. */
    const int mode = rounds > 0 && all[i].mode == 2 ? 0 : all[i].mode;
    start_send(s, &all[i], mode, is_persistent, &requests[used++]);
  }
  if (is_persistent) MPI_Startall(used - receive_count, requests + receive_count);
  Draws mine = {mix(next(d), (word)s->rank)};
  /* A persistent request that has ended is inactive, which the loops of single calls cannot tell. */
  for (int round = 0;; ++round) {
    if (is_persistent) {
      MPI_Waitall(used, requests, statuses);
    } else {
      complete(&mine, used, requests, statuses);
    }
    for (int i = 0; i < receive_count; ++i) note_status("status", &statuses[i], &all[receives[i]].received);
    if (!is_persistent || round == rounds) break;
    for (int i = 0; i < count; ++i) {
      if (all[i].is_received) note_bytes("round", all[i].to.all, all[i].to.bytes);
    }
    MPI_Startall(receive_count, requests);
    MPI_Barrier(s->comm);
    MPI_Startall(used - receive_count, requests + receive_count);
  }
  if (is_persistent) {
    for (int i = 0; i < used; ++i) MPI_Request_free(&requests[i]);
  }
}

static void receive_late(Draws* d, const Slot* s, Message* m) {
  MPI_Status status, probed;
  MPI_Message message;
  MPI_Request request;
  int flag = 0, count = m->received_count, way = below(d, 6);
  void* to = m->to.at;
  const MPI_Datatype t = m->received.type;
  switch (way) {
    case 0:
      MPI_Probe(source_of(m), tag_of(m), s->comm, &probed);
      MPI_Recv(to, count, t, probed.MPI_SOURCE, probed.MPI_TAG, s->comm, &status);
      break;
    case 1:
      while (!flag) MPI_Iprobe(source_of(m), tag_of(m), s->comm, &flag, &probed);
      MPI_Recv(to, count, t, probed.MPI_SOURCE, probed.MPI_TAG, s->comm, &status);
      break;
    case 2:
      MPI_Mprobe(source_of(m), tag_of(m), s->comm, &message, &probed);
      MPI_Mrecv(to, count, t, &message, &status);
      break;
    case 3:
      while (!flag) MPI_Improbe(source_of(m), tag_of(m), s->comm, &flag, &message, &probed);
      MPI_Imrecv(to, count, t, &message, &request);
      MPI_Wait(&request, &status);
      break;
    case 4:
      MPI_Irecv(to, count, t, source_of(m), tag_of(m), s->comm, &request);
      MPI_Wait(&request, &status);
      break;
    default:
      MPI_Recv(to, count, t, source_of(m), tag_of(m), s->comm, &status);
  }
  if (way < 4) note_status("probed", &probed, &m->received);
  note_status("status", &status, &m->received);
  MPI_Test_cancelled(&status, &flag);
  note("cancelled", flag != 0);
}

static void late_round(Draws* d, const Slot* s, Message* all, int count) {
  MPI_Request requests[kMessages];
  MPI_Status statuses[kMessages];
  int used = 0;
  for (int i = 0; i < count; ++i) {
    if (all[i].is_sent) start_send(s, &all[i], all[i].mode % 3, 0, &requests[used++]);
  }
  Draws mine = {mix(next(d), (word)s->rank)};
  for (int i = 0; i < count; ++i) {
    if (all[i].is_received) receive_late(&mine, s, &all[i]);
  }
  complete(&mine, used, requests, statuses);
}

static void blocking_round(Draws* d, const Slot* s, Message* all, int count) {
  Draws mine = {mix(next(d), (word)s->rank)};
  for (int i = 0; i < count; ++i) {
    Message* m = &all[i];
    const int mode = m->is_sent && m->is_received ? 2 : m->mode % 3;
    if (m->is_sent) {
      if (mode == 0) MPI_Send(m->from.at, m->count, m->sent.type, m->target, m->tag, s->comm);
      if (mode == 1) MPI_Ssend(m->from.at, m->count, m->sent.type, m->target, m->tag, s->comm);
      if (mode == 2) MPI_Bsend(m->from.at, m->count, m->sent.type, m->target, m->tag, s->comm);
    }
    if (m->is_received) receive_late(&mine, s, m);
  }
}

static void messages_round(Draws* d, const Slot* s) {
  static Message all[kMessages];
  const int count = between(d, 1, one_in(d, 3) ? kMessages : 6);
  for (int i = 0; i < count; ++i) draw_message(d, s, i, &all[i]);
  switch (below(d, 4)) {
    case 0:
      nonblocking_round(d, s, all, count, 0, 0);
      break;
    case 1:
      nonblocking_round(d, s, all, count, 1, between(d, 0, 2));
      break;
    case 2:
      late_round(d, s, all, count);
      break;
    default:
      blocking_round(d, s, all, count);
  }
  for (int i = 0; i < count; ++i) end_message(&all[i]);
}

static void shift(Draws* d, const Slot* s) {
  Type t = draw_committed(d);
  const int by = between(d, 0, s->size - 1), count = between(d, 0, 4), is_ring = one_in(d, 2);
  int to = s->rank + by, from = s->rank - by;
  if (is_ring) {
    to %= s->size;
    from = (from + s->size) % s->size;
  } else {
    to = to < s->size ? to : MPI_PROC_NULL;
    from = from >= 0 ? from : MPI_PROC_NULL;
  }
  MPI_Status status;
  Buffer mine = make_buffer(&t, count, mix(s->id, (word)s->rank)), theirs = make_buffer(&t, count, 8);
  if (one_in(d, 2)) {
    MPI_Sendrecv(mine.at, count, t.type, to, 4, theirs.at, count, t.type, from, 4, s->comm, &status);
  } else {
    MPI_Sendrecv_replace(mine.at, count, t.type, to, 4, from, one_in(d, 2) ? 4 : MPI_ANY_TAG, s->comm, &status);
  }
  note_status("shifted", &status, &t);
  finish_buffer("mine", &mine);
  finish_buffer("theirs", &theirs);
  free_type(&t);
}

/* ---- Operations: collectives ---- */

/* (a, b) then (c, d): maps x -> ax + b, one after the other; the order matters, the grouping does not. */
static void compose(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
  const uint32_t* left = in;
  uint32_t* right = inout;
  for (int i = 0; i < *length; ++i) {
    const uint32_t a = left[2 * i], b = left[2 * i + 1], c = right[2 * i];
    right[2 * i] = a * c;
    right[2 * i + 1] += b * c;
  }
}

static void combine_bytes(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < 8 * *length; ++i) ((unsigned char*)inout)[i] ^= ((unsigned char*)in)[i];
}

static MPI_Op ordered, commutative;
static MPI_Datatype pair_type;

/* A collective that may still be under way. */
typedef struct {
  Buffer from, to;
  Type sent, received;
  int counts[kRanks], places[kRanks], other_counts[kRanks], other_places[kRanks];
  MPI_Datatype types[kRanks];
  MPI_Request request;
  int has_from;
} Collective;

static void draw_reduction(Draws* d, MPI_Datatype* type, MPI_Op* op) {
  /* MPI_MAX and MPI_MIN are for signed values only: Open MPI 4.1.4 compares some of the unsigned types as signed ones,
   * and MPICH 4.0.2 all of them. The sum of short unsigned values is left out, as Open MPI saturates it with AVX. */
  const MPI_Op whole[] = {MPI_MAX,  MPI_MIN, MPI_BAND, MPI_BOR, MPI_BXOR,
                          MPI_LAND, MPI_LOR, MPI_LXOR, MPI_SUM, MPI_PROD};
  const MPI_Datatype unsigned_types[] = {MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_SHORT, MPI_UNSIGNED_CHAR,
                                         MPI_UINT32_T, MPI_UINT64_T,      MPI_UINT8_T,        MPI_UINT16_T};
  const MPI_Datatype signed_types[] = {MPI_INT, MPI_LONG, MPI_SHORT, MPI_LONG_LONG, MPI_SIGNED_CHAR, MPI_INT64_T};
  switch (below(d, 6)) {
    case 0:
      *type = pair_type, *op = ordered;
      return;
    case 1:
      *type = pair_type, *op = commutative;
      return;
    case 2:
      *type = MPI_2INT, *op = one_in(d, 2) ? MPI_MAXLOC : MPI_MINLOC;
      return;
    case 3:
      *type = signed_types[below(d, 6)], *op = whole[below(d, 8)];
      return;
    default:
      *type = unsigned_types[below(d, 8)], *op = whole[between(d, 2, 9)];
      if (*op == MPI_SUM && basic_type(*type).extent < 4) *op = MPI_BXOR;
  }
}

#define BOTH(name, ...)                         \
  do {                                          \
    if (now) {                                  \
      MPI_##name(__VA_ARGS__);                  \
    } else {                                    \
      MPI_I##name##_(__VA_ARGS__, &c->request); \
    }                                           \
  } while (0)
#define MPI_IBcast_ MPI_Ibcast
#define MPI_IGather_ MPI_Igather
#define MPI_IGatherv_ MPI_Igatherv
#define MPI_IScatter_ MPI_Iscatter
#define MPI_IScatterv_ MPI_Iscatterv
#define MPI_IAllgather_ MPI_Iallgather
#define MPI_IAllgatherv_ MPI_Iallgatherv
#define MPI_IAlltoall_ MPI_Ialltoall
#define MPI_IAlltoallv_ MPI_Ialltoallv
#define MPI_IAlltoallw_ MPI_Ialltoallw
#define MPI_IReduce_ MPI_Ireduce
#define MPI_IAllreduce_ MPI_Iallreduce
#define MPI_IReduce_scatter_ MPI_Ireduce_scatter
#define MPI_IReduce_scatter_block_ MPI_Ireduce_scatter_block
#define MPI_IScan_ MPI_Iscan
#define MPI_IExscan_ MPI_Iexscan
#define MPI_IBarrier_ MPI_Ibarrier

static void start_reduction(Draws* d, const Slot* s, int kind, int now, Collective* c) {
  MPI_Datatype type;
  MPI_Op op;
  draw_reduction(d, &type, &op);
  const Type t = basic_type(type);
  const int root = below(d, s->size), in_place = one_in(d, 3);
  int count = one_in(d, 8) ? between(d, 100, 2000) : between(d, kind > 0, 6), total = count;
  if (kind == 2) total = count * s->size;
  if (kind == 3) {
    total = 0;
    for (int i = 0; i < s->size; ++i) total += c->counts[i] = between(d, 0, 4);
  }
  c->from = make_buffer(&t, total, mix(s->id, (word)(s->rank + 100 * operation)));
  c->to = make_buffer(&t, total, 9);
  c->has_from = 1;
  void *from = c->from.at, *to = c->to.at;
  const int mine_in_place = in_place && (kind != 0 || s->rank == root);
  if (mine_in_place) {
    memcpy(c->to.all, c->from.all, c->to.bytes);
    from = MPI_IN_PLACE;
  }
  if (kind == 5 && in_place && s->rank == 0) from = MPI_IN_PLACE;
  switch (kind) {
    case 0:
      BOTH(Reduce, from, to, count, type, op, root, s->comm);
      break;
    case 1:
      BOTH(Allreduce, from, to, count, type, op, s->comm);
      break;
    case 2:
      BOTH(Reduce_scatter_block, from, to, count, type, op, s->comm);
      break;
    case 3:
      BOTH(Reduce_scatter, from, to, c->counts, type, op, s->comm);
      break;
    case 4:
      BOTH(Scan, from, to, count, type, op, s->comm);
      break;
    default:
      BOTH(Exscan, from, to, count, type, op, s->comm);
  }
  /* What is left behind the own block of an in-place reduce_scatter, and on rank 0 of an exscan, is open. */
  if (mine_in_place && (kind == 2 || kind == 3)) {
    const size_t own = (size_t)((kind == 2 ? count : c->counts[s->rank]) * t.extent);
    c->to.bytes = (size_t)(c->to.at - c->to.all) + own;
  }
  if (kind == 5 && s->rank == 0) c->to.bytes = 0;
}

/* Places for the blocks of all ranks in one buffer, with gaps; returns the values that the buffer needs. */
static int draw_places(Draws* d, int size, const int* counts, int* places) {
  int end = below(d, 3);
  for (int i = 0; i < size; ++i) {
    places[i] = end;
    end += counts[i] + below(d, 2);
  }
  return end;
}

static void start_alltoall(Draws* d, const Slot* s, int kind, int now, Collective* c) {
  const int size = s->size, count = between(d, 0, 3), in_place = one_in(d, 4);
  int matrix[kRanks][kRanks];
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) matrix[i][j] = kind == 0 ? count : j < i && in_place ? matrix[j][i] : below(d, 4);
    if (in_place && kind > 0) matrix[i][i] |= 1; /* Open MPI 4.1.4 hangs where a rank, but not all, has no values */
  }
  for (int i = 0; i < size; ++i) {
    c->counts[i] = matrix[s->rank][i];
    c->other_counts[i] = matrix[i][s->rank];
    c->types[i] = c->sent.type;
  }
  Draws mine = {mix(next(d), (word)s->rank)};
  const Type* t = &c->sent;
  int total = size * count, other = size * count;
  if (kind > 0) total = draw_places(&mine, size, c->counts, c->places);
  if (kind > 0) other = draw_places(&mine, size, c->other_counts, c->other_places);
  if (kind == 2) {
    if (size == 1) c->places[0] = c->other_places[0] = 0; /* Open MPI 4.1.4 takes them for numbers of values */
    for (int i = 0; i < size; ++i) {
      c->places[i] = (int)(c->places[i] * t->extent);
      c->other_places[i] = (int)(c->other_places[i] * t->extent);
    }
  }
  c->from = make_buffer(t, total, mix(s->id, (word)s->rank));
  c->to = make_buffer(t, other, mix(s->id, (word)s->rank + 50));
  c->has_from = 1;
  void* from = in_place ? MPI_IN_PLACE : c->from.at;
  const MPI_Datatype type = t->type;
  switch (kind) {
    case 0:
      BOTH(Alltoall, from, count, type, c->to.at, count, type, s->comm);
      break;
    case 1:
      BOTH(Alltoallv, from, c->counts, c->places, type, c->to.at, c->other_counts, c->other_places, type, s->comm);
      break;
    default:
      BOTH(Alltoallw, from, c->counts, c->places, c->types, c->to.at, c->other_counts, c->other_places, c->types,
           s->comm);
  }
}

/* Blocks from one or all to one or all. */
static void start_gathering(Draws* d, const Slot* s, int kind, int now, Collective* c) {
  const Type* t = &c->sent;
  const MPI_Datatype type = t->type;
  const int size = s->size, root = below(d, size), count = between(d, 0, 4), in_place = one_in(d, 3);
  const int is_v = kind % 2, is_root = s->rank == root;
  int total = size * count, mine = count;
  if (is_v) {
    for (int i = 0; i < size; ++i) c->counts[i] = below(d, 4);
    total = draw_places(d, size, c->counts, c->places);
    mine = c->counts[s->rank];
  }
  const word fill = mix(s->id, (word)s->rank);
  c->from = make_buffer(t, kind / 2 == 1 ? total : mine, fill);
  c->to = make_buffer(t, kind / 2 == 1 ? mine : total, fill + 1);
  c->has_from = 1;
  void *from = c->from.at, *to = c->to.at;
  if (kind / 2 != 1 && in_place && (is_root || kind / 2 == 2)) from = MPI_IN_PLACE;
  if (kind / 2 == 1 && in_place && is_root) to = MPI_IN_PLACE;
  switch (kind) {
    case 0:
      BOTH(Gather, from, count, type, to, count, type, root, s->comm);
      break;
    case 1:
      BOTH(Gatherv, from, mine, type, to, c->counts, c->places, type, root, s->comm);
      break;
    case 2:
      BOTH(Scatter, from, count, type, to, count, type, root, s->comm);
      break;
    case 3:
      BOTH(Scatterv, from, c->counts, c->places, type, to, mine, type, root, s->comm);
      break;
    case 4:
      BOTH(Allgather, from, count, type, to, count, type, s->comm);
      break;
    default:
      BOTH(Allgatherv, from, mine, type, to, c->counts, c->places, type, s->comm);
  }
}

static void start_collective(Draws* d, const Slot* s, int now, Collective* c) {
  memset(c, 0, sizeof *c);
  c->request = MPI_REQUEST_NULL;
  const int kind = below(d, 17);
  if (is_verbose) note(now ? "collective" : "nonblocking collective", kind);
  c->sent = draw_committed(d);
  if (kind < 6) return start_reduction(d, s, kind, now, c);
  if (kind < 9) return start_alltoall(d, s, kind - 6, now, c);
  if (kind < 15) return start_gathering(d, s, kind - 9, now, c);
  if (kind == 15) {
    c->to = make_buffer(&c->sent, 0, 1);
    if (now) MPI_Barrier(s->comm);
    if (!now) MPI_Ibarrier(s->comm, &c->request);
    return;
  }
  const int count = between(d, 0, 9), root = below(d, s->size);
  c->to = make_buffer(&c->sent, count, mix(s->id, (word)s->rank));
  BOTH(Bcast, c->to.at, count, c->sent.type, root, s->comm);
}

static void end_collective(Collective* c) {
  finish_buffer("result", &c->to);
  if (c->has_from) finish_buffer("argument", &c->from);
  free_type(&c->sent);
}

static void collectives(Draws* d, const Slot* s) {
  static Collective all[4];
  MPI_Request requests[4 + 2];
  MPI_Status statuses[4 + 2];
  const int count = between(d, 1, 4), now = one_in(d, 2);
  for (int i = 0; i < count; ++i) {
    start_collective(d, s, now, &all[i]);
    requests[i] = all[i].request;
  }
  if (!now) {
    int used = count, sent = s->rank, got = -1;
    if (one_in(d, 2)) {
      const int to = (s->rank + 1) % s->size, from = (s->rank + s->size - 1) % s->size;
      MPI_Irecv(&got, 1, MPI_INT, from, 3, s->comm, &requests[used++]);
      MPI_Isend(&sent, 1, MPI_INT, to, 3, s->comm, &requests[used++]);
    }
    Draws mine = {mix(next(d), (word)s->rank)};
    complete(&mine, used, requests, statuses);
    note("message between", got);
  }
  for (int i = 0; i < count; ++i) end_collective(&all[i]);
}

#include "random_mpi_neighbours.h"

#include "random_mpi_intercommunicators.h"

#include "random_mpi_windows.h"

/* ---- Operations: files ---- */

static char folder[256]; /* for files of this run alone */

/* Values of one basic type in memory, whole elements of a file. MPICH 4.0.2 writes other bytes where a type in it has
 * an extent of its own. */
static Type draw_uniform(Draws* d) {
  const Type basic = draw_basic(d);
  if (one_in(d, 3)) return basic;
  const int count = between(d, 1, 4), block = between(d, 1, 3);
  Type t = {.basic = basic.basic, .is_ours = 1, .elements = count * block};
  MPI_Type_vector(count, block, block + below(d, 3), basic.type, &t.type);
  MPI_Type_commit(&t.type);
  measure(&t);
  return t;
}

/* What a rank sees of the file: blocks of elements, dealt out to the ranks in turn. There are no holes in between, as
 * what is in these is open: Open MPI 4.1.4 writes other bytes into some. */
typedef struct {
  MPI_Datatype element, tiles;
  MPI_Aint bytes; /* of an element */
  int block, stride;
} View;

static View draw_view(Draws* d, const Slot* s, MPI_Datatype element) {
  View v = {.element = element, .block = between(d, 1, 4)};
  MPI_Datatype row;
  MPI_Aint lb;
  v.stride = s->size * v.block;
  MPI_Type_get_extent(element, &lb, &v.bytes);
  MPI_Type_contiguous(v.block, element, &row);
  MPI_Type_create_resized(row, 0, v.stride * v.bytes, &v.tiles);
  MPI_Type_free(&row);
  MPI_Type_commit(&v.tiles);
  return v;
}

static void look_at(MPI_File file, const View* v, int header, int rank) {
  MPI_File_set_view(file, header + rank * v->block * v->bytes, v->element, v->tiles, "native", MPI_INFO_NULL);
}

static void note_count(const char* what, const MPI_Status* status, const Type* t) {
  note(what, elements_of(status, t));
}

/* A file for the communicator's ranks alone, of that many bytes. */
static MPI_File open_file(const Slot* s, int bytes) {
  char name[400];
  MPI_File file;
  snprintf(name, sizeof name, "%s.%llu.%d.%llx", folder, (unsigned long long)seed, operation,
           (unsigned long long)s->id);
  MPI_File_open(s->comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  if (bytes > 0) { /* holes are not written into, and so what is in them must be there before */
    unsigned char* all = malloc((size_t)bytes);
    for (int i = 0; i < bytes; ++i) all[i] = (unsigned char)mix(s->id, (word)i);
    if (s->rank == 0) MPI_File_write_at(file, 0, all, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    free(all);
  }
  return file;
}

/* sync, barrier, sync: what is read then is what others have written (MPI 3.1, sec. 13.6.1) */
static void settle(MPI_File file, const Slot* s) {
  MPI_File_sync(file);
  MPI_Barrier(s->comm);
  MPI_File_sync(file);
}

static void note_file(MPI_File file, const Slot* s, int bytes) {
  MPI_Status status;
  char* whole = calloc((size_t)bytes + 1, 1);
  settle(file, s);
  MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(file, 0, whole, bytes, MPI_BYTE, &status);
  note_bytes("the file", whole, (size_t)bytes);
  free(whole);
}

/* A transfer at the individual pointer, which is at `place`, or there, in one of the ways; all ranks take the same. */
static void transfer(int way, int is_write, MPI_File file, int place, void* at, int count, MPI_Datatype t,
                     MPI_Status* status) {
  MPI_Request request = MPI_REQUEST_NULL;
  switch (way) {
    case 0:
      is_write ? MPI_File_write_at(file, place, at, count, t, status)
               : MPI_File_read_at(file, place, at, count, t, status);
      break;
    case 1:
      is_write ? MPI_File_write_at_all(file, place, at, count, t, status)
               : MPI_File_read_at_all(file, place, at, count, t, status);
      break;
    case 2:
      is_write ? MPI_File_iwrite_at(file, place, at, count, t, &request)
               : MPI_File_iread_at(file, place, at, count, t, &request);
      break;
    case 3:
      is_write ? MPI_File_iwrite_at_all(file, place, at, count, t, &request)
               : MPI_File_iread_at_all(file, place, at, count, t, &request);
      break;
    case 4:
      is_write ? MPI_File_write_at_all_begin(file, place, at, count, t)
               : MPI_File_read_at_all_begin(file, place, at, count, t);
      is_write ? MPI_File_write_at_all_end(file, at, status) : MPI_File_read_at_all_end(file, at, status);
      break;
    case 5:
      is_write ? MPI_File_write(file, at, count, t, status) : MPI_File_read(file, at, count, t, status);
      break;
    case 6:
      is_write ? MPI_File_write_all(file, at, count, t, status) : MPI_File_read_all(file, at, count, t, status);
      break;
    case 7:
      is_write ? MPI_File_iwrite(file, at, count, t, &request) : MPI_File_iread(file, at, count, t, &request);
      break;
    case 8:
      is_write ? MPI_File_iwrite_all(file, at, count, t, &request) : MPI_File_iread_all(file, at, count, t, &request);
      break;
    default:
      is_write ? MPI_File_write_all_begin(file, at, count, t) : MPI_File_read_all_begin(file, at, count, t);
      is_write ? MPI_File_write_all_end(file, at, status) : MPI_File_read_all_end(file, at, status);
  }
  if (request != MPI_REQUEST_NULL) MPI_Wait(&request, status);
}

/* All write, and all read what another rank has written, where each sees its own blocks. */
static void blocks_of_file(Draws* d, const Slot* s) {
  MPI_Status status;
  MPI_Offset bytes, place;
  Type t = draw_uniform(d);
  const int count = between(d, 0, 6), other = (s->rank + 1) % s->size, header = below(d, 20), at = below(d, 5);
  const View v = draw_view(d, s, t.basic);
  Buffer from = make_buffer(&t, count, mix(s->id, (word)s->rank)), to = make_buffer(&t, count, 5);
  const int length = header + ((count * t.elements + at) / v.block + 2) * v.stride * (int)v.bytes;
  MPI_File file = open_file(s, length);
  settle(file, s);
  look_at(file, &v, header, s->rank);
  int way = below(d, 10);
  MPI_File_seek(file, at, MPI_SEEK_SET);
  transfer(way, 1, file, at, from.at, count, t.type, &status);
  note_count("written", &status, &t);
  MPI_File_get_position(file, &place);
  note("position", place);
  MPI_File_get_byte_offset(file, below(d, 20), &place);
  note("byte offset", place);
  settle(file, s);
  MPI_File_get_size(file, &bytes);
  note("size of the file", bytes);
  look_at(file, &v, header, other);
  way = below(d, 10);
  MPI_File_seek(file, 1, MPI_SEEK_SET);
  MPI_File_seek(file, at - 1, MPI_SEEK_CUR);
  transfer(way, 0, file, at, to.at, count, t.type, &status);
  note_count("read", &status, &t);
  note_file(file, s, length);
  MPI_File_close(&file);
  finish_buffer("read", &to);
  free(from.all);
  MPI_Type_free((MPI_Datatype*)&v.tiles);
  free_type(&t);
}

/* Records at the shared pointer, in the order of the ranks or in any order. */
static void records_of_file(Draws* d, const Slot* s) {
  unsigned char mine[64], theirs[64];
  MPI_Status status;
  MPI_Request request;
  MPI_Offset place, size;
  const int bytes = between(d, 1, (int)sizeof mine), is_ordered = one_in(d, 2), header = below(d, 9);
  MPI_File file = open_file(s, 0);
  MPI_File_set_view(file, header, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  for (int i = 0; i < bytes; ++i) mine[i] = (unsigned char)mix(mix(s->id, (word)s->rank), (word)i);
  const int is_split = one_in(d, 2); /* into a call that begins and one that ends */
  if (!is_ordered && is_split) {
    MPI_File_iwrite_shared(file, mine, bytes, MPI_BYTE, &request);
    MPI_Wait(&request, &status);
  } else if (!is_ordered) {
    MPI_File_write_shared(file, mine, bytes, MPI_BYTE, &status);
  } else if (!is_split) {
    MPI_File_write_ordered(file, mine, bytes, MPI_BYTE, &status);
  } else {
    MPI_File_write_ordered_begin(file, mine, bytes, MPI_BYTE);
    MPI_File_write_ordered_end(file, mine, &status);
  }
  settle(file, s);
  MPI_File_get_position_shared(file, &place);
  note("shared position", place);
  MPI_File_get_size(file, &size);
  note("size", size);
  MPI_Barrier(s->comm);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  const int in_order = one_in(d, 2), is_read_split = one_in(d, 2);
  if (in_order && is_read_split) {
    MPI_File_read_ordered_begin(file, theirs, bytes, MPI_BYTE);
    MPI_File_read_ordered_end(file, theirs, &status);
  } else if (in_order) {
    MPI_File_read_ordered(file, theirs, bytes, MPI_BYTE, &status);
  } else if (is_read_split) {
    MPI_File_iread_shared(file, theirs, bytes, MPI_BYTE, &request);
    MPI_Wait(&request, &status);
  } else {
    MPI_File_read_shared(file, theirs, bytes, MPI_BYTE, &status);
  }
  if (is_ordered && in_order) note_bytes("own record", theirs, (size_t)bytes);
  word sum = (word)bytes, all;
  for (int i = 0; i < bytes; ++i) sum = mix(sum, theirs[i]);
  MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, s->comm);
  note("records", (long long)all);
  settle(file, s);
  MPI_File_set_size(file, header + bytes);
  settle(file, s);
  MPI_File_get_size(file, &size);
  note("size that is set", size);
  settle(file, s);
  MPI_File_preallocate(file, header + 3 * bytes);
  settle(file, s);
  MPI_File_get_size(file, &size);
  note("size that is allocated", size);
  MPI_File_close(&file);
}

static void files(Draws* d, const Slot* s) {
  if (one_in(d, 3)) return records_of_file(d, s);
  blocks_of_file(d, s);
}

/* ---- Operations: errors ---- */

static void note_error(const char* what, int code) {
  int class;
  MPI_Error_class(code, &class);
  const int classes[] = {MPI_SUCCESS,      MPI_ERR_COUNT,    MPI_ERR_TAG,    MPI_ERR_RANK,
                         MPI_ERR_TYPE,     MPI_ERR_ROOT,     MPI_ERR_OP,     MPI_ERR_COMM,
                         MPI_ERR_GROUP,    MPI_ERR_TRUNCATE, MPI_ERR_ARG,    MPI_ERR_DIMS,
                         MPI_ERR_TOPOLOGY, MPI_ERR_REQUEST,  MPI_ERR_BUFFER, MPI_ERR_KEYVAL};
  int at = -1;
  for (int i = 0; i < (int)(sizeof classes / sizeof classes[0]); ++i) {
    if (classes[i] == class) at = i;
  }
  note(what, at);
}

/* No truncated messages: Open MPI 4.1.4 does not report one that a rank sends to itself. */
static void provoke_errors(Draws* d, const Slot* s) {
  MPI_Comm comm;
  int value = 0, big[4] = {1, 2, 3, 4};
  MPI_Status status;
  MPI_Request request;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Comm_dup(s->comm, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  switch (below(d, 11)) {
    case 0:
      note_error("count", MPI_Send(&value, -1, MPI_INT, 0, 0, comm));
      break;
    case 1:
      note_error("tag", MPI_Send(&value, 1, MPI_INT, 0, -7, comm));
      break;
    case 2:
      note_error("rank", MPI_Send(&value, 1, MPI_INT, s->size, 0, comm));
      break;
    case 3:
      note_error("null type", MPI_Send(&value, 1, type, 0, 0, comm));
      break;
    case 4:
      MPI_Type_contiguous(2, MPI_INT, &type);
      note_error("not committed", MPI_Send(big, 1, type, 0, 0, comm));
      MPI_Type_free(&type);
      break;
    case 5:
      note_error("root", MPI_Bcast(&value, 1, MPI_INT, s->size + 3, comm));
      break;
    case 6:
      note_error("null operation", MPI_Allreduce(&value, big, 1, MPI_INT, MPI_OP_NULL, comm));
      break;
    case 7:
      note_error("receive's rank", MPI_Irecv(&value, 1, MPI_INT, s->size + 1, 0, comm, &request));
      break;
    case 8:
      note_error("probe's rank", MPI_Iprobe(-77, 0, comm, &value, &status));
      break;
    case 9:
      note_error("count of a broadcast", MPI_Bcast(&value, -3, MPI_INT, 0, comm));
      break;
    default:
      note_error("no grid", MPI_Cartdim_get(comm, big));
  }
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
}

/* ---- Programs ---- */

static void run_operation(void) {
  Draws common = {mix(seed, (word)operation + 1)};
  const int kind = below(&common, 22);
  const Slot* s = &slots[below(&common, slot_count)];
  if (kind < 2) { /* communicators: all ranks of the program take part, so that they have the same slots */
    const int at = (int)(s - slots);
    if (s->comm == MPI_COMM_NULL) {
      add_slot(MPI_COMM_NULL, 0);
      return;
    }
    const Slot parent = slots[at];
    Draws d = {mix(mix(seed, (word)operation), parent.id)};
    make_communicator(&d, &parent);
    return;
  }
  if (s->comm == MPI_COMM_NULL) return;
  Draws d = {mix(mix(seed, (word)operation), s->id)};
  switch (kind) {
    case 2:
      inspect_type(&d);
      break;
    case 3:
      set_groups(&d, s);
      break;
    case 4:
      compare_communicators(&common, s);
      break;
    case 5:
      use_attributes(&d, s);
      break;
    case 6:
      provoke_errors(&d, s);
      break;
    case 7:
      shift(&d, s);
      break;
    case 8:
      pack_external(&d);
      break;
    case 9:
      neighbours(&d, s);
      break;
    case 10:
      files(&d, s);
      break;
    case 11:
      intercommunicators(&d, s);
      break;
    case 12:
    case 13:
      windows(&d, s);
      break;
    case 14:
    case 15:
    case 16:
    case 17:
      messages_round(&d, s);
      break;
    default:
      collectives(&d, s);
  }
}

static void run_program(MPI_Comm world, const char* keep) {
  static char room[1 << 20];
  void* room_back;
  int room_bytes, size, rank;
  MPI_Comm_size(world, &size);
  MPI_Comm_rank(world, &rank);
  digest = 0;
  journal_bytes = 0;
  slots[0] = (Slot){.comm = world, .id = mix(seed, 99), .rank = rank, .size = size};
  slot_count = 1;
  MPI_Buffer_attach(room, sizeof room);
  Draws d = {mix(seed, 12345)};
  const int operations = between(&d, 1, kOperations);
  for (operation = 0; operation < operations; ++operation) {
    char text[16];
    snprintf(text, sizeof text, ",%d,", operation);
    if (keep == NULL || strstr(keep, text) != NULL) run_operation();
  }
  MPI_Buffer_detach(&room_back, &room_bytes);
  note("buffer back", room_back == room && room_bytes == (int)sizeof room);
  for (int i = 1; i < slot_count; ++i) {
    if (slots[i].comm != MPI_COMM_NULL) MPI_Comm_free(&slots[i].comm);
  }
  if (is_verbose) {
    for (int i = 0; i < size; ++i) {
      int bytes = (int)journal_bytes;
      if (i > 0 && rank == i) {
        MPI_Send(&bytes, 1, MPI_INT, 0, 1, world);
        MPI_Send(journal, bytes, MPI_CHAR, 0, 1, world);
      } else if (rank == 0) {
        if (i > 0) {
          MPI_Recv(&bytes, 1, MPI_INT, i, 1, world, MPI_STATUS_IGNORE);
          journal = realloc(journal, journal_room = (size_t)bytes + 4096);
          MPI_Recv(journal, bytes, MPI_CHAR, i, 1, world, MPI_STATUS_IGNORE);
        }
        printf(" rank %d\n%.*s", i, bytes, bytes > 0 ? journal : "");
      }
    }
  }
  word all[kRanks], together = 0;
  MPI_Gather(&digest, 8, MPI_BYTE, all, 8, MPI_BYTE, 0, world);
  if (rank != 0) return;
  for (int i = 0; i < size; ++i) together = mix(together, all[i]);
  printf("%llu %d %016llx\n", (unsigned long long)seed, size, (unsigned long long)together);
  fflush(stdout);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size, rank;
  MPI_Comm worlds[kRanks + 1];
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc < 3 || size > kRanks) {
    if (rank == 0) fprintf(stderr, "usage: random_mpi FIRST COUNT [RANKS [KEEP]], on at most 16 ranks\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  for (int i = 1; i <= size; ++i) MPI_Comm_split(MPI_COMM_WORLD, rank < i ? 0 : MPI_UNDEFINED, 0, &worlds[i]);
  MPI_Op_create(compose, 0, &ordered);
  MPI_Op_create(combine_bytes, 1, &commutative);
  MPI_Type_contiguous(2, MPI_UINT32_T, &pair_type);
  MPI_Type_commit(&pair_type);
  const char* temporary = getenv("TMPDIR");
  long number = getpid();
  MPI_Bcast(&number, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  snprintf(folder, sizeof folder, "%s/random_mpi.%ld", temporary == NULL ? "/tmp" : temporary, number);
  const word first = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  const int ranks = argc > 3 ? atoi(argv[3]) : 0;
  char keep[256];
  is_verbose = argc > 4;
  if (argc > 4) snprintf(keep, sizeof keep, ",%s,", argv[4]);
  for (seed = first; seed < first + count; ++seed) {
    Draws d = {mix(seed, 7)};
    const int drawn = between(&d, 1, size);
    const int world = ranks > 0 && ranks <= size ? ranks : drawn;
    if (rank < world) run_program(worlds[world], argc > 4 ? keep : NULL);
  }
  MPI_Type_free(&pair_type);
  MPI_Op_free(&ordered);
  MPI_Op_free(&commutative);
  for (int i = 1; i <= size; ++i) {
    if (worlds[i] != MPI_COMM_NULL) MPI_Comm_free(&worlds[i]);
  }
  free(journal);
  MPI_Finalize();
  return 0;
}
