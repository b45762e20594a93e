/* random_mpi_intercommunicators.h: a part of random_mpi.c, with communicators between two groups. */

/* ---- Operations: intercommunicators ---- */

/* Between two groups of some ranks, in any order; a slot without a communicator on other ranks. */
static Slot draw_pair_of_groups(Draws* d, const Slot* s) {
  int ranks[kRanks];
  const int count = s->size < 2 ? 0 : draw_ranks(d, s->size, ranks), first = count < 2 ? 0 : between(d, 1, count - 1);
  Slot pair = {.comm = MPI_COMM_NULL, .id = mix(s->id, next(d)), .side = -1};
  if (first == 0) return pair;
  int at = -1;
  for (int i = 0; i < count; ++i) {
    if (ranks[i] == s->rank) at = i;
  }
  MPI_Comm half;
  if (at >= 0) pair.side = at >= first;
  MPI_Comm_split(s->comm, at < 0 ? MPI_UNDEFINED : pair.side, at, &half);
  const int leaders[2] = {below(d, first), below(d, count - first)}, tag = between(d, 0, 99);
  if (at < 0) return pair;
  const int other_leader = ranks[pair.side ? leaders[0] : first + leaders[1]];
  MPI_Intercomm_create(half, leaders[pair.side], s->comm, other_leader, tag, &pair.comm);
  MPI_Comm_free(&half);
  MPI_Comm_rank(pair.comm, &pair.rank);
  MPI_Comm_size(pair.comm, &pair.size);
  MPI_Comm_remote_size(pair.comm, &pair.remote);
  return pair;
}

static MPI_Comm merge(const Slot* pair, int first_high) {
  MPI_Comm merged;
  MPI_Intercomm_merge(pair->comm, pair->side == 0 ? first_high : !first_high, &merged);
  return merged;
}

static void make_merged(Draws* d, const Slot* s, word id) {
  Slot pair = draw_pair_of_groups(d, s);
  MPI_Comm merged = MPI_COMM_NULL;
  const int first_high = one_in(d, 2);
  if (pair.comm != MPI_COMM_NULL) {
    merged = merge(&pair, first_high);
    MPI_Comm_free(&pair.comm);
  }
  add_slot(merged, id);
}

static void inspect_pair(Draws* d, const Slot* pair) {
  int is_inter, result;
  MPI_Group mine, theirs;
  MPI_Comm copy, merged;
  note("rank", pair->rank);
  note("size", pair->size);
  note("remote size", pair->remote);
  MPI_Comm_test_inter(pair->comm, &is_inter);
  note("is between groups", is_inter != 0);
  MPI_Comm_group(pair->comm, &mine);
  MPI_Comm_remote_group(pair->comm, &theirs);
  merged = merge(pair, one_in(d, 2));
  MPI_Group all;
  MPI_Comm_group(merged, &all);
  note_group("group", mine, all);
  note_group("remote group", theirs, all);
  MPI_Comm_dup(pair->comm, &copy);
  MPI_Comm_compare(pair->comm, copy, &result);
  note("compared", result == MPI_IDENT ? 0 : result == MPI_CONGRUENT ? 1 : result == MPI_SIMILAR ? 2 : 3);
  int sum = 0;
  MPI_Allreduce(&pair->rank, &sum, 1, MPI_INT, MPI_SUM, merged);
  note("sum of all ranks", sum);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&merged);
  MPI_Group_free(&all);
  MPI_Group_free(&mine);
  MPI_Group_free(&theirs);
}

/* Ranks of two groups with the same color; or a part of each group. */
static Slot draw_part(Draws* d, const Slot* pair) {
  Slot part = {.id = mix(pair->id, next(d)), .side = pair->side};
  const int is_split = one_in(d, 2);
  if (is_verbose) note("is split", is_split);
  if (is_split) {
    Draws mine = {mix(next(d), (word)(2 * pair->rank + pair->side))};
    const int color = one_in(&mine, 6) ? MPI_UNDEFINED : below(&mine, 2), key = between(&mine, -3, 3);
    MPI_Comm_split(pair->comm, color, key, &part.comm);
    part.id = mix(part.id, (word)color);
  } else {
    const int sizes[2] = {pair->side ? pair->remote : pair->size, pair->side ? pair->size : pair->remote};
    Draws sides[2] = {{next(d)}, {next(d)}};
    /* In ascending order: with another one, messages of Open MPI 4.1.4 go to other ranks of the group. */
    int ranks[kRanks], count = 0;
    const int first = below(&sides[pair->side], sizes[pair->side]);
    for (int i = 0; i < sizes[pair->side]; ++i) {
      if (i == first || one_in(&sides[pair->side], 2)) ranks[count++] = i;
    }
    MPI_Group all, group;
    MPI_Comm_group(pair->comm, &all);
    MPI_Group_incl(all, count, ranks, &group);
    MPI_Comm_create(pair->comm, group, &part.comm);
    MPI_Group_free(&all);
    MPI_Group_free(&group);
  }
  note("has a part", part.comm != MPI_COMM_NULL);
  if (part.comm == MPI_COMM_NULL) return part;
  MPI_Comm_rank(part.comm, &part.rank);
  MPI_Comm_size(part.comm, &part.size);
  MPI_Comm_remote_size(part.comm, &part.remote);
  note("rank in it", part.rank);
  note("size of it", part.size);
  note("remote size of it", part.remote);
  return part;
}

/* ---- Their collectives: what one group gives goes to the other one ---- */

typedef struct {
  int side, root; /* of the side that has the root */
  int is_root, argument;
} Root;

static Root draw_root(Draws* d, const Slot* s) {
  Root r = {.side = below(d, 2)};
  r.root = below(d, r.side == s->side ? s->size : s->remote);
  r.is_root = r.side == s->side && r.root == s->rank;
  r.argument = r.side != s->side ? r.root : r.is_root ? MPI_ROOT : MPI_PROC_NULL;
  return r;
}

static void start_reduction_across(Draws* d, const Slot* s, int kind, int now, Collective* c) {
  MPI_Datatype type;
  MPI_Op op;
  draw_reduction(d, &type, &op);
  const Type t = basic_type(type);
  const Root r = draw_root(d, s);
  const int count = one_in(d, 8) ? between(d, 100, 1000) : between(d, 1, 6);
  int total = count, taken = count;
  if (kind == 2) {
    total = count * s->size * s->remote;
    taken = count * s->remote;
  }
  if (kind == 3) { /* each group deals out as many values */
    Draws sides[2] = {{next(d)}, {next(d)}};
    for (int left = total, i = 0; i < s->size; ++i) {
      left -= c->counts[i] = i == s->size - 1 ? left : below(&sides[s->side], left + 1);
    }
    taken = c->counts[s->rank];
  }
  c->from = make_buffer(&t, total, mix(s->id, (word)(s->rank + 20 * s->side)));
  c->to = make_buffer(&t, taken, 9);
  c->has_from = 1;
  void *from = c->from.at, *to = c->to.at;
  switch (kind) {
    case 0:
      BOTH(Reduce, from, to, count, type, op, r.argument, s->comm);
      break;
    case 1:
      BOTH(Allreduce, from, to, count, type, op, s->comm);
      break;
    case 2:
      BOTH(Reduce_scatter_block, from, to, taken, type, op, s->comm);
      break;
    default:
      BOTH(Reduce_scatter, from, to, c->counts, type, op, s->comm);
  }
}

static void start_alltoall_across(Draws* d, const Slot* s, int kind, int now, Collective* c) {
  const int counts[2] = {between(d, 0, 3), between(d, 0, 3)};
  const int out = counts[s->side], in = counts[!s->side];
  const word along = next(d);
  const Type* t = &c->sent;
  for (int i = 0; i < s->remote; ++i) {
    c->counts[i] = (int)(mix(mix(along + (word)s->side, (word)s->rank), (word)i) % 4);
    c->other_counts[i] = (int)(mix(mix(along + !s->side, (word)i), (word)s->rank) % 4);
    c->types[i] = t->type;
  }
  Draws mine = {mix(next(d), (word)(s->rank + 20 * s->side))};
  int total = s->remote * out, other = s->remote * in;
  if (kind > 0) total = draw_places(&mine, s->remote, c->counts, c->places);
  if (kind > 0) other = draw_places(&mine, s->remote, c->other_counts, c->other_places);
  for (int i = 0; kind == 2 && i < s->remote; ++i) {
    c->places[i] = (int)(c->places[i] * t->extent);
    c->other_places[i] = (int)(c->other_places[i] * t->extent);
  }
  c->from = make_buffer(t, total, mix(s->id, (word)(s->rank + 20 * s->side)));
  c->to = make_buffer(t, other, mix(s->id, 50));
  c->has_from = 1;
  void *from = c->from.at, *to = c->to.at;
  const MPI_Datatype type = t->type;
  switch (kind) {
    case 0:
      BOTH(Alltoall, from, out, type, to, in, type, s->comm);
      break;
    case 1:
      BOTH(Alltoallv, from, c->counts, c->places, type, to, c->other_counts, c->other_places, type, s->comm);
      break;
    default:
      BOTH(Alltoallw, from, c->counts, c->places, c->types, to, c->other_counts, c->other_places, c->types, s->comm);
  }
}

/* Blocks from one or all of a group to one or all of the other one. */
static void start_gathering_across(Draws* d, const Slot* s, int kind, int now, Collective* c) {
  const Type* t = &c->sent;
  const MPI_Datatype type = t->type;
  const int is_v = kind % 2, way = kind / 2; /* gather, scatter, allgather */
  const Root r = draw_root(d, s);
  const int counts[2] = {between(d, 0, 4), between(d, 0, 4)};
  const word along = next(d);
  /* For each side, how much its rank i gives, or gets from a root. */
  int out = counts[way == 2 ? s->side : 0], in = counts[way == 2 ? !s->side : 0], total = s->remote * in;
  if (is_v) {
    for (int i = 0; i < s->remote; ++i) c->counts[i] = (int)(mix(along + !s->side, (word)i) % 4);
    Draws mine = {mix(next(d), (word)(s->rank + 20 * s->side))};
    total = draw_places(&mine, s->remote, c->counts, c->places);
    out = (int)(mix(along + (word)s->side, (word)s->rank) % 4);
  }
  const word fill = mix(s->id, (word)(s->rank + 20 * s->side));
  c->from = make_buffer(t, way == 1 ? total : out, fill);
  c->to = make_buffer(t, way == 1 ? out : total, fill + 1);
  c->has_from = 1;
  void *from = c->from.at, *to = c->to.at;
  switch (kind) {
    case 0:
      BOTH(Gather, from, out, type, to, in, type, r.argument, s->comm);
      break;
    case 1:
      BOTH(Gatherv, from, out, type, to, c->counts, c->places, type, r.argument, s->comm);
      break;
    case 2:
      BOTH(Scatter, from, in, type, to, out, type, r.argument, s->comm);
      break;
    case 3:
      BOTH(Scatterv, from, c->counts, c->places, type, to, out, type, r.argument, s->comm);
      break;
    case 4:
      BOTH(Allgather, from, out, type, to, in, type, s->comm);
      break;
    default:
      BOTH(Allgatherv, from, out, type, to, c->counts, c->places, type, s->comm);
  }
}

static void start_across(Draws* d, const Slot* s, int now, Collective* c) {
  memset(c, 0, sizeof *c);
  c->request = MPI_REQUEST_NULL;
  const int kind = below(d, 15);
  if (is_verbose) note(now ? "across" : "nonblocking across", kind);
  c->sent = draw_committed(d);
  if (kind < 4) return start_reduction_across(d, s, kind, now, c);
  if (kind < 7) return start_alltoall_across(d, s, kind - 4, now, c);
  if (kind < 13) return start_gathering_across(d, s, kind - 7, now, c);
  if (kind == 13) {
    c->to = make_buffer(&c->sent, 0, 1);
    if (now) MPI_Barrier(s->comm);
    if (!now) MPI_Ibarrier(s->comm, &c->request);
    return;
  }
  const Root r = draw_root(d, s);
  const int count = between(d, 0, 9);
  c->to = make_buffer(&c->sent, count, mix(s->id, (word)(s->rank + 20 * s->side)));
  BOTH(Bcast, c->to.at, count, c->sent.type, r.argument, s->comm);
}

static void collectives_across(Draws* d, const Slot* s) {
  static Collective all[4];
  MPI_Request requests[4];
  MPI_Status statuses[4];
  const int count = between(d, 1, 4), now = one_in(d, 2);
  for (int i = 0; i < count; ++i) {
    start_across(d, s, now, &all[i]);
    requests[i] = all[i].request;
  }
  Draws mine = {mix(next(d), (word)(s->rank + 20 * s->side))};
  if (!now) complete(&mine, count, requests, statuses);
  for (int i = 0; i < count; ++i) end_collective(&all[i]);
}

static void intercommunicators(Draws* d, const Slot* s) {
  Slot pair = draw_pair_of_groups(d, s);
  note("between two groups", pair.side);
  if (pair.comm == MPI_COMM_NULL) return;
  Draws both = {mix(next(d), 1)};
  for (int steps = between(&both, 1, 3); steps > 0; --steps) {
    switch (below(&both, 5)) {
      case 0:
        inspect_pair(&both, &pair);
        break;
      case 1: {
        const Slot part = draw_part(&both, &pair);
        MPI_Comm_free(&pair.comm);
        if (part.comm == MPI_COMM_NULL) return;
        pair = part;
        both = (Draws){mix(next(&both), pair.id)};
        break;
      }
      case 2:
        messages_round(&both, &pair);
        break;
      default:
        collectives_across(&both, &pair);
    }
  }
  MPI_Comm_free(&pair.comm);
}
