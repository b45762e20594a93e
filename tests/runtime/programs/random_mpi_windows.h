/* random_mpi_windows.h: a part of random_mpi.c, with one-sided epochs. All ranks draw all accesses of an epoch, so that
 * those that meet in memory are only those whose result the standard determines. */

/* ---- Operations: windows ---- */

/* A window has bytes for accesses that share them with no others, and then cells: numbers of double precision,
 * counters, and words that are swapped, for many ranks. Each begins at a multiple of all displacement units. */
enum { kOwn = 3840, kCell = 48, kCells = 12, kFirstCounter = 4, kFirstSwapped = 8, kWindow = kOwn + kCells * kCell };
enum { kAccesses = 20, kSteps = 4 };
enum { kCreated, kAllocated, kDynamic, kShared };                 /* flavours of windows */
enum { kFences, kPostStart, kLocks, kLockAll };                   /* kinds of epochs */
enum { kPut, kGet, kAdd, kChain, kSum, kCount, kSwap, kGuarded }; /* kinds of accesses */

typedef struct {
  MPI_Win win;
  int flavour;
  unsigned char* memory; /* this rank's */
  int units[kRanks], is_empty[kRanks];
  MPI_Aint bases[kRanks];                          /* the displacement of its first byte */
  int64_t swapped[kRanks][kCells - kFirstSwapped]; /* what is in the words that are swapped */
} Window;

typedef struct {
  int kind, target;
  word origins; /* the ranks that make it, bits */
  Type type;    /* in the window */
  int count;
  MPI_Aint place;
  MPI_Op op;
  int steps, is_fetch[kSteps], cell;
  int64_t value, next_value;
  /* On a rank that makes it: */
  Type given, taken; /* other layouts of the same values */
  int given_count, taken_count;
  Buffer from[kSteps], to[kSteps];
  int64_t fetched;
} Access;

static int is_origin(const Access* a, int rank) { return (int)(a->origins >> rank & 1); }

/* Whether a library for ranks on one host reaches it with loads and stores. In other windows, Open MPI 4.1.4 hangs with
 * several locks at once, with MPI_Win_lock_all and with requests, and derived types accumulate other values. */
static int is_on_host(const Window* w) { return w->flavour == kAllocated || w->flavour == kShared; }

static unsigned char* cell_of(const Window* w, int cell) { return w->memory + kOwn + cell * kCell; }

static void fill_window(const Window* w, const Slot* s) {
  if (w->is_empty[s->rank]) return;
  for (int i = 0; i < kWindow; ++i) w->memory[i] = (unsigned char)mix(mix(s->id, (word)s->rank), (word)i);
  for (int i = 0; i < kFirstCounter; ++i) {
    double* reals = (double*)cell_of(w, i);
    for (int k = 0; k < kCell / 8; ++k) reals[k] = (double)(mix((word)(s->rank + i), (word)k) % 1000);
  }
  memset(cell_of(w, kFirstSwapped), 0, (kCells - kFirstSwapped) * kCell);
}

static void make_window(Draws* d, const Slot* s, Window* w) {
  const int units[] = {1, 2, 3, 4, 8, 16};
  memset(w, 0, sizeof *w);
  w->flavour = below(d, 4);
  for (int i = 0; i < s->size; ++i) {
    w->is_empty[i] = w->flavour != kDynamic && one_in(d, 6);
    w->units[i] = w->flavour == kDynamic ? 1 : units[below(d, 6)];
  }
  const MPI_Aint bytes = w->is_empty[s->rank] ? 0 : kWindow;
  const int unit = w->units[s->rank];
  if (is_verbose) note("flavour", w->flavour);
  switch (w->flavour) {
    case kCreated:
      w->memory = malloc(kWindow);
      MPI_Win_create(w->memory, bytes, unit, MPI_INFO_NULL, s->comm, &w->win);
      break;
    case kAllocated:
      MPI_Win_allocate(bytes, unit, MPI_INFO_NULL, s->comm, &w->memory, &w->win);
      break;
    case kShared:
      MPI_Win_allocate_shared(bytes, unit, MPI_INFO_NULL, s->comm, &w->memory, &w->win);
      break;
    default:
      w->memory = malloc(kWindow);
      MPI_Win_create_dynamic(MPI_INFO_NULL, s->comm, &w->win);
      MPI_Win_attach(w->win, w->memory, kWindow);
      MPI_Get_address(w->memory, &w->bases[s->rank]);
      MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, w->bases, 1, MPI_AINT, s->comm);
  }
  MPI_Aint* size;
  int *got_unit, *flavour, found, members;
  MPI_Group group;
  MPI_Win_get_attr(w->win, MPI_WIN_CREATE_FLAVOR, &flavour, &found);
  note("flavour", *flavour == MPI_WIN_FLAVOR_CREATE     ? kCreated
                  : *flavour == MPI_WIN_FLAVOR_ALLOCATE ? kAllocated
                  : *flavour == MPI_WIN_FLAVOR_DYNAMIC  ? kDynamic
                                                        : kShared);
  if (w->flavour != kDynamic) {
    MPI_Win_get_attr(w->win, MPI_WIN_SIZE, &size, &found);
    note("size", *size);
    MPI_Win_get_attr(w->win, MPI_WIN_DISP_UNIT, &got_unit, &found);
    note("unit", *got_unit);
  }
  MPI_Win_get_group(w->win, &group);
  MPI_Group_size(group, &members);
  note("members", members);
  MPI_Group_free(&group);
}

static void free_window(const Slot* s, Window* w) {
  if (w->flavour == kDynamic) {
    MPI_Barrier(s->comm);
    MPI_Win_detach(w->win, w->memory);
  }
  MPI_Win_free(&w->win);
  if (w->flavour == kCreated || w->flavour == kDynamic) free(w->memory);
}

/* ---- What is accessed ---- */

/* Another layout of the same values, if they are of one basic type. */
static void draw_layout(Draws* d, const Access* a, Type* t, int* count) {
  const int elements = a->count * a->type.elements;
  *t = a->type;
  t->is_ours = 0;
  *count = a->count;
  if (a->type.basic == MPI_DATATYPE_NULL || elements == 0 || one_in(d, 3)) return;
  if (elements % 2 == 1 || one_in(d, 2)) {
    *t = basic_type(a->type.basic);
    *count = elements;
    return;
  }
  *t = (Type){.basic = a->type.basic, .is_ours = 1, .elements = elements};
  MPI_Type_vector(2, elements / 2, elements / 2 + below(d, 3), a->type.basic, &t->type);
  MPI_Type_commit(&t->type);
  measure(t);
  *count = 1;
}

/* An operation, and a layout of values that it is for. Those of several ranks must commute. */
static void draw_operation(Draws* d, const Window* w, Access* a) {
  MPI_Datatype type;
  do {
    draw_reduction(d, &type, &a->op);
  } while (type == pair_type);
  Type element = basic_type(type);
  if (a->kind == kChain && one_in(d, 4)) {
    a->op = MPI_REPLACE;
    element = draw_basic(d);
  }
  Draws same = {next(d), &element};
  a->type = one_in(d, 2) || !is_on_host(w) ? element : draw_committed(&same);
}

static word draw_origins(Draws* d, const Slot* s, int is_one) {
  return is_one ? (word)1 << below(d, s->size) : next(d) >> 9 & (((word)1 << s->size) - 1);
}

/* At the next place in the window of its own, which begins at `*end`; returns 0 if there is no room. */
static int place_access(Access* a, int unit, MPI_Aint* end) {
  const MPI_Aint step = 8 * unit, least = *end - a->type.true_lb;
  a->place = least <= 0 ? 0 : (least + step - 1) / step * step;
  const MPI_Aint after =
      a->place + a->type.true_lb + a->type.true_extent + (a->count > 0 ? a->count - 1 : 0) * a->type.extent;
  if (after > kOwn) return 0;
  *end = after;
  return 1;
}

static int draw_cell(Draws* d, Window* w, Access* a, int* used, int first) {
  a->cell = first + below(d, 4);
  a->place = kOwn + a->cell * kCell;
  a->type = basic_type(first == 0 ? MPI_DOUBLE : MPI_INT64_T);
  a->count = first == 0 ? between(d, 1, kCell / 8) : 1;
  if (*used >> a->cell & 1) return 0;
  *used |= 1 << a->cell;
  const MPI_Op sums[] = {MPI_SUM, MPI_MAX, MPI_MIN};
  a->op = first == 0 ? sums[below(d, 3)] : MPI_SUM;
  a->value = between(d, 1, 1000);
  if (first == kFirstSwapped) {
    int64_t* known = &w->swapped[a->target][a->cell - first];
    a->next_value = *known + a->value;
    a->value = one_in(d, 4) ? *known + 7777 : *known;
    if (a->origins != 0 && a->value == *known) *known = a->next_value;
  }
  return 1;
}

/* `can`: of which ranks the accesses are possible, for each target. Returns 0 if this one is not. */
static int draw_access(Draws* d, const Slot* s, Window* w, int epoch, const word* can, MPI_Aint* ends, int* used,
                       Access* a) {
  memset(a, 0, sizeof *a);
  a->kind = below(d, epoch == kLocks ? 8 : 7);
  a->target = below(d, s->size);
  a->origins = draw_origins(d, s, a->kind == kPut || a->kind == kChain) & can[a->target];
  a->steps = 1;
  if (w->is_empty[a->target] || a->origins == 0) return 0;
  int* cells = &used[a->target];
  if (a->kind == kSum) return draw_cell(d, w, a, cells, 0);
  if (a->kind == kCount || a->kind == kGuarded) return draw_cell(d, w, a, cells, kFirstCounter);
  if (a->kind == kSwap) return draw_cell(d, w, a, cells, kFirstSwapped);
  a->count = one_in(d, 10) ? 0 : between(d, 1, 4);
  if (a->kind == kPut || a->kind == kGet) {
    a->type = draw_committed(d);
  } else {
    draw_operation(d, w, a);
    if (a->kind == kChain) a->steps = between(d, 1, kSteps);
    for (int i = 0; i < a->steps; ++i) a->is_fetch[i] = one_in(d, 2);
  }
  if (place_access(a, w->units[a->target], &ends[a->target])) return 1;
  free_type(&a->type);
  return 0;
}

/* ---- How it is accessed ---- */

typedef struct {
  MPI_Request all[kAccesses * kSteps];
  int count;
} Requests;

/* Those that end with a request if `requests` is there. */
static void chain_step(Draws* d, const Window* w, Access* a, int step, Requests* requests) {
  const MPI_Aint at = w->bases[a->target] + a->place / w->units[a->target];
  void *from = a->from[step].at, *to = a->to[step].at;
  const MPI_Datatype type = a->type.type, given = a->given.type, taken = a->taken.type;
  const MPI_Op op = one_in(d, 3) && a->is_fetch[step] ? MPI_NO_OP : a->op;
  MPI_Request* request = requests == NULL ? NULL : &requests->all[requests->count];
  if (a->is_fetch[step] && a->kind == kChain) {
    if (!a->type.is_ours && a->count > 0 && one_in(d, 2)) {
      MPI_Fetch_and_op(from, to, type, a->target, at, op, w->win);
    } else if (request != NULL) {
      MPI_Rget_accumulate(from, a->given_count, given, to, a->taken_count, taken, a->target, at, a->count, type, op,
                          w->win, request);
      ++requests->count;
    } else {
      MPI_Get_accumulate(from, a->given_count, given, to, a->taken_count, taken, a->target, at, a->count, type, op,
                         w->win);
    }
  } else if (request != NULL) {
    MPI_Raccumulate(from, a->given_count, given, a->target, at, a->count, type, a->op, w->win, request);
    ++requests->count;
  } else {
    MPI_Accumulate(from, a->given_count, given, a->target, at, a->count, type, a->op, w->win);
  }
}

static void prepare_buffers(Draws* mine, const Slot* s, Access* a) {
  draw_layout(mine, a, &a->given, &a->given_count);
  draw_layout(mine, a, &a->taken, &a->taken_count);
  for (int i = 0; i < a->steps; ++i) {
    a->from[i] = make_buffer(&a->given, a->given_count, mix(next(mine), (word)s->rank));
    a->to[i] = make_buffer(&a->taken, a->taken_count, 11);
  }
  if (a->kind == kSum) {
    const MPI_Aint bytes = a->given_count * a->given.extent;
    for (MPI_Aint i = 0; i < bytes / 8; ++i) ((double*)a->from[0].at)[i] = below(mine, 1000);
  }
}

/* Reads, waits, and writes another value, while nobody else has the lock. */
static void access_guarded(const Window* w, Access* a, MPI_Aint at) {
  int64_t value = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, a->target, 0, w->win);
  MPI_Get(&value, 1, MPI_INT64_T, a->target, at, 1, MPI_INT64_T, w->win);
  MPI_Win_flush(a->target, w->win);
  a->fetched = value;
  value += a->value;
  MPI_Put(&value, 1, MPI_INT64_T, a->target, at, 1, MPI_INT64_T, w->win);
  MPI_Win_unlock(a->target, w->win);
}

static void end_requests(Requests* requests) {
  if (requests->count > 0) MPI_Waitall(requests->count, requests->all, MPI_STATUSES_IGNORE);
  requests->count = 0;
}

/* `is_passive`: within an epoch that allows requests and flushes. */
static void access_window(Draws* mine, const Slot* s, const Window* w, Access* a, int is_passive, Requests* requests) {
  const MPI_Aint at = w->bases[a->target] + a->place / w->units[a->target];
  const MPI_Datatype type = a->type.type;
  Requests* of_these = is_passive && is_on_host(w) && one_in(mine, 2) ? requests : NULL;
  MPI_Request* request = of_these == NULL ? NULL : &requests->all[requests->count];
  if (a->kind != kCount && a->kind != kSwap) prepare_buffers(mine, s, a);
  switch (a->kind) {
    case kPut:
      if (request == NULL) {
        MPI_Put(a->from[0].at, a->given_count, a->given.type, a->target, at, a->count, type, w->win);
      } else {
        MPI_Rput(a->from[0].at, a->given_count, a->given.type, a->target, at, a->count, type, w->win, request);
        ++requests->count;
      }
      break;
    case kGet:
      if (request == NULL) {
        MPI_Get(a->to[0].at, a->taken_count, a->taken.type, a->target, at, a->count, type, w->win);
      } else {
        MPI_Rget(a->to[0].at, a->taken_count, a->taken.type, a->target, at, a->count, type, w->win, request);
        ++requests->count;
      }
      break;
    case kCount:
      MPI_Fetch_and_op(&a->value, &a->fetched, type, a->target, at, MPI_SUM, w->win);
      break;
    case kSwap:
      MPI_Compare_and_swap(&a->next_value, &a->value, &a->fetched, type, a->target, at, w->win);
      break;
    default:
      for (int i = 0; i < a->steps; ++i) chain_step(mine, w, a, i, of_these);
  }
  if (!is_passive) return;
  const int flush = below(mine, 12);
  switch (flush) {
    case 0:
      MPI_Win_flush(a->target, w->win);
      break;
    case 1:
      MPI_Win_flush_local(a->target, w->win);
      break;
    case 2:
      MPI_Win_flush_all(w->win);
      break;
    case 3:
      MPI_Win_flush_local_all(w->win);
      break;
    default:;
  }
}

static void describe_access(const Access* a) {
  note("access", a->kind);
  note("of", (long long)a->origins);
  note("to", a->target);
  note("at", a->place + a->type.true_lb);
  note("values", a->count * a->type.elements);
  note("is derived", a->type.is_ours);
}

static void note_access(const Slot* s, Access* a) {
  if (a->kind == kCount || a->kind == kSwap || a->kind == kGuarded) { /* who was first is open */
    word mine = is_origin(a, s->rank) ? mix(3, (word)a->fetched) : 0, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, s->comm);
    note("fetched", (long long)all);
  } else if (is_origin(a, s->rank)) {
    for (int i = 0; i < a->steps; ++i) {
      free(a->from[i].all);
      finish_buffer("taken", &a->to[i]);
    }
    free_type(&a->given);
    free_type(&a->taken);
  }
  free_type(&a->type);
}

/* ---- Epochs ---- */

static void access_all(Draws* mine, const Slot* s, const Window* w, Access* all, int count, int target,
                       int is_passive) {
  Requests requests = {.count = 0};
  for (int i = 0; i < count; ++i) {
    if (!is_origin(&all[i], s->rank) || (target >= 0 && all[i].target != target)) continue;
    if (all[i].kind != kGuarded) access_window(mine, s, w, &all[i], is_passive, &requests);
  }
  end_requests(&requests);
}

static void access_with_locks(Draws* mine, const Slot* s, const Window* w, Access* all, int count) {
  int order[kRanks];
  const int targets = draw_ranks(mine, s->size, order), are_together = is_on_host(w) && one_in(mine, 3);
  int is_left[kRanks];
  for (int i = 0; i < s->size; ++i) is_left[i] = 1;
  for (int i = 0; i < targets; ++i) is_left[order[i]] = 0;
  for (int i = 0, at = targets; i < s->size; ++i) {
    if (is_left[i]) order[at++] = i;
  }
  if (are_together) { /* locked in ascending order, as others may wait for the same locks */
    for (int i = 0; i < s->size; ++i) MPI_Win_lock(MPI_LOCK_SHARED, i, 0, w->win);
    access_all(mine, s, w, all, count, -1, 1);
    for (int i = 0; i < s->size; ++i) MPI_Win_unlock(order[i], w->win);
  } else {
    for (int i = 0; i < s->size; ++i) {
      MPI_Win_lock(one_in(mine, 2) ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, order[i], 0, w->win);
      access_all(mine, s, w, all, count, order[i], 1);
      MPI_Win_unlock(order[i], w->win);
    }
  }
  for (int i = 0; i < count; ++i) {
    Access* a = &all[i];
    if (a->kind != kGuarded || !is_origin(a, s->rank)) continue;
    access_guarded(w, a, w->bases[a->target] + a->place / w->units[a->target]);
  }
  MPI_Barrier(s->comm);
}

static void access_posted(Draws* mine, const Slot* s, const Window* w, Access* all, int count, const word* can) {
  MPI_Group members, origins, targets;
  int in[kRanks], out[kRanks], ins = 0, outs = 0;
  for (int i = 0; i < s->size; ++i) {
    if (can[s->rank] >> i & 1) in[ins++] = i;
    if (can[i] >> s->rank & 1) out[outs++] = i;
  }
  MPI_Win_get_group(w->win, &members);
  MPI_Group_incl(members, ins, in, &origins);
  MPI_Group_incl(members, outs, out, &targets);
  int is_done = 0;
  MPI_Win_post(origins, one_in(mine, 2) ? MPI_MODE_NOSTORE : 0, w->win);
  MPI_Win_start(targets, 0, w->win);
  access_all(mine, s, w, all, count, -1, 0);
  MPI_Win_complete(w->win);
  if (one_in(mine, 2)) is_done = 1, MPI_Win_wait(w->win);
  while (!is_done) MPI_Win_test(w->win, &is_done);
  MPI_Group_free(&members);
  if (origins != MPI_GROUP_EMPTY) MPI_Group_free(&origins);
  if (targets != MPI_GROUP_EMPTY) MPI_Group_free(&targets);
}

/* What is in this rank's window, and then, in a shared one, in another rank's. */
static void look_at_window(const Slot* s, const Window* w) {
  MPI_Barrier(s->comm);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, s->rank, 0, w->win);
  for (int i = 0; is_verbose && i < kWindow && !w->is_empty[s->rank]; i += kCell)
    note_bytes("part", w->memory + i, kCell);
  if (!w->is_empty[s->rank]) note_bytes("window", w->memory, kWindow);
  MPI_Win_unlock(s->rank, w->win);
  MPI_Barrier(s->comm);
  if (w->flavour != kShared) return;
  MPI_Aint bytes;
  int unit;
  unsigned char* theirs;
  MPI_Win_shared_query(w->win, (s->rank + 1) % s->size, &bytes, &unit, &theirs);
  note("bytes beside", bytes);
  MPI_Win_lock_all(0, w->win);
  MPI_Win_sync(w->win);
  note_bytes("window beside", theirs, (size_t)bytes);
  MPI_Win_unlock_all(w->win);
  MPI_Barrier(s->comm);
}

static void run_epoch(Draws* d, const Slot* s, Window* w) {
  static Access all[kAccesses];
  const int epoch = below(d, is_on_host(w) ? 4 : 3), phases = between(d, 1, 3);
  const word edges = next(d);
  word can[kRanks];
  for (int i = 0; i < s->size; ++i) {
    can[i] = 0;
    for (int k = 0; k < s->size; ++k) can[i] |= (word)(epoch != kPostStart || of_edge(edges, k, i) % 3 > 0) << k;
  }
  if (is_verbose) note("epoch", epoch);
  if (epoch == kFences) MPI_Win_fence(one_in(d, 2) ? 0 : MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, w->win);
  if (epoch == kLockAll) MPI_Win_lock_all(one_in(d, 2) ? 0 : MPI_MODE_NOCHECK, w->win);
  for (int phase = 1; phase <= phases; ++phase) {
    MPI_Aint ends[kRanks] = {0};
    int used[kRanks] = {0}, count = 0;
    for (int tries = between(d, 1, kAccesses); tries > 0; --tries) {
      count += draw_access(d, s, w, epoch, can, ends, used, &all[count]);
    }
    Draws mine = {mix(next(d), (word)s->rank)};
    switch (epoch) {
      case kFences:
        access_all(&mine, s, w, all, count, -1, 0);
        MPI_Win_fence(phase < phases ? 0 : MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, w->win);
        break;
      case kPostStart:
        access_posted(&mine, s, w, all, count, can);
        break;
      case kLocks:
        access_with_locks(&mine, s, w, all, count);
        break;
      default:
        access_all(&mine, s, w, all, count, -1, 1);
        MPI_Win_flush_all(w->win);
        MPI_Barrier(s->comm);
    }
    for (int i = 0; i < count; ++i) {
      if (is_verbose) describe_access(&all[i]);
      note_access(s, &all[i]);
    }
  }
  if (epoch == kLockAll) MPI_Win_unlock_all(w->win);
  look_at_window(s, w);
}

static void windows(Draws* d, const Slot* s) {
  Window w;
  make_window(d, s, &w);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, s->rank, 0, w.win);
  fill_window(&w, s);
  MPI_Win_unlock(s->rank, w.win);
  MPI_Barrier(s->comm);
  for (int left = between(d, 1, 3); left > 0; --left) run_epoch(d, s, &w);
  free_window(s, &w);
}
