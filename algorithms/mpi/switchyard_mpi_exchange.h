/* switchyard_mpi_exchange.h: the implementation of switchyard_mpi.h, which includes it. Programs call nothing here. */
#ifndef SWITCHYARD_MPI_EXCHANGE_H
#define SWITCHYARD_MPI_EXCHANGE_H

enum {
  SWITCHYARD_MPI_DATA_TAG = 1,             /* tag of messages with data */
  SWITCHYARD_MPI_READY_TAG = 2,            /* tag of empty messages by which a receiver says that it is ready */
  SWITCHYARD_MPI_MAX_SCHEDULES_TRIED = 16, /* largest number of schedules that "auto" tries */
  SWITCHYARD_MPI_TRIALS_PER_SCHEDULE = 2,  /* runs in which "auto" tries each schedule; the fastest run counts */
  SWITCHYARD_MPI_TEXT_BYTES = 240          /* room for the text of an error; every MPI allows texts of this length */
};

/* A schedule with the name by which it was asked for, and the time of its fastest trial. */
typedef struct {
  const char* name;
  struct switchyard_schedule* schedule;
  double seconds;
} switchyard_mpi_plan;

/* One side of an MPI_Alltoallv: blocks of memory, one for each rank. */
typedef struct {
  char* memory;
  int* counts;
  MPI_Aint* places; /* displacement of each rank's block, in bytes */
  MPI_Datatype type;
} switchyard_mpi_blocks;

struct switchyard_exchange {
  MPI_Comm comm; /* a duplicate of the user's, so that the program's messages never match the library's */
  int rank, ranks;
  switchyard_mpi_blocks out, in;
  MPI_Request* requests; /* room for a send and a receive of each rank, and more */
  MPI_Status* statuses;  /* as many as requests; GCC takes MPICH's MPI_STATUSES_IGNORE for too short an array */
  char name[SWITCHYARD_MPI_TEXT_BYTES]; /* name of the schedule, as the user has given it */
  switchyard_mpi_plan plans[SWITCHYARD_MPI_MAX_SCHEDULES_TRIED];
  int plan_count, plan; /* number of plans, and which of them is in use */
  int trials_left;
  double making;
};

/* Calls the communicator's error handler with a new error code that has the reason as its text. The code belongs to an
 * error class of this library, because MPICH 4.0 keeps no user's texts for codes of other classes. */
SWITCHYARD_MPI_FUNCTION int switchyard_mpi_fail(MPI_Comm comm, const char* reason) {
  static int error_class = MPI_SUCCESS;
  char text[SWITCHYARD_MPI_TEXT_BYTES];
  int code = MPI_ERR_OTHER;
  snprintf(text, sizeof text, "%.*s", (int)sizeof text - 1, reason);
  if (error_class == MPI_SUCCESS) MPI_Add_error_class(&error_class);
  if (MPI_Add_error_code(error_class, &code) == MPI_SUCCESS) MPI_Add_error_string(code, text);
  MPI_Comm_call_errhandler(comm, code);
  return code;
}

SWITCHYARD_MPI_FUNCTION int switchyard_mpi_free_own_communicator(MPI_Comm comm, int key, void* copy, void* extra) {
  (void)comm;
  (void)key;
  (void)extra;
  const int result = MPI_Comm_free((MPI_Comm*)copy);
  free(copy);
  return result;
}

/* Returns the library's own duplicate of a communicator. It is made with the communicator's first exchange and freed
 * with the communicator. */
SWITCHYARD_MPI_FUNCTION int switchyard_mpi_own_communicator(MPI_Comm comm, MPI_Comm* result) {
  static int key = MPI_KEYVAL_INVALID;
  MPI_Comm* copy = NULL;
  int found = 0;
  if (key == MPI_KEYVAL_INVALID) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, switchyard_mpi_free_own_communicator, &key, NULL);
  }
  MPI_Comm_get_attr(comm, key, &copy, &found);
  if (!found) {
    copy = (MPI_Comm*)malloc(sizeof *copy);
    if (copy == NULL) return MPI_ERR_NO_MEM;
    const int code = MPI_Comm_dup(comm, copy);
    if (code != MPI_SUCCESS) {
      free(copy);
      return code;
    }
    MPI_Comm_set_attr(comm, key, copy);
  }
  *result = *copy;
  return MPI_SUCCESS;
}

/* Copies the description of one side of an MPI_Alltoallv: its counts, displacements and datatype. Returns whether there
 * was memory for the copy. */
SWITCHYARD_MPI_FUNCTION int switchyard_mpi_copy_description(switchyard_mpi_blocks* side, void* memory,
                                                            const int counts[], const int displacements[],
                                                            MPI_Datatype type, int ranks) {
  MPI_Aint lower = 0, extent = 0;
  MPI_Type_get_extent(type, &lower, &extent);
  side->memory = (char*)memory;
  side->counts = (int*)malloc(sizeof(int) * (size_t)ranks);
  side->places = (MPI_Aint*)malloc(sizeof(MPI_Aint) * (size_t)ranks);
  if (side->counts == NULL || side->places == NULL) return 0;
  MPI_Type_dup(type, &side->type);
  memcpy(side->counts, counts, sizeof(int) * (size_t)ranks);
  for (int i = 0; i < ranks; ++i) side->places[i] = displacements[i] * extent;
  return 1;
}

SWITCHYARD_MPI_FUNCTION unsigned long long switchyard_mpi_block_bytes(const switchyard_mpi_blocks* side, int rank) {
  int size = 0;
  MPI_Type_size(side->type, &size);
  return (unsigned long long)side->counts[rank] * (unsigned long long)size;
}

/* Gathers the list of the messages of all ranks on every rank. Returns null if there is no memory for the list. */
SWITCHYARD_MPI_FUNCTION struct switchyard_message* switchyard_mpi_gather_message_list(
    const switchyard_exchange* exchange, size_t* message_count) {
  const int ranks = exchange->ranks;
  int* counts = (int*)malloc(sizeof(int) * 2 * (size_t)ranks);
  struct switchyard_message* own = (struct switchyard_message*)malloc(sizeof *own * (size_t)ranks);
  struct switchyard_message* all = NULL;
  int here = 0, bytes = 0;
  if (counts != NULL && own != NULL) {
    for (int to = 0; to < ranks; ++to) {
      const unsigned long long size = switchyard_mpi_block_bytes(&exchange->out, to);
      if (to == exchange->rank || size == 0) continue;
      own[here].source = exchange->rank;
      own[here].destination = to;
      own[here++].bytes = size;
    }
    here *= (int)sizeof *own;
    MPI_Allgather(&here, 1, MPI_INT, counts, 1, MPI_INT, exchange->comm);
    for (int i = 0; i < ranks; ++i) {
      counts[ranks + i] = bytes;
      bytes += counts[i];
    }
    all = (struct switchyard_message*)malloc((size_t)bytes + 1);
  }
  if (all != NULL) {
    MPI_Allgatherv(own, here, MPI_BYTE, all, counts, counts + ranks, MPI_BYTE, exchange->comm);
    *message_count = (size_t)bytes / sizeof *own;
  }
  free(counts);
  free(own);
  return all;
}

/* Returns whether each message to this rank has as many bytes as the rank expects. */
SWITCHYARD_MPI_FUNCTION int switchyard_mpi_sizes_agree(const switchyard_exchange* exchange,
                                                       const struct switchyard_message* messages, size_t count) {
  const int rank = exchange->rank;
  unsigned long long expected = 0, sent = 0;
  for (int i = 0; i < exchange->ranks; ++i) {
    if (i != rank) expected += switchyard_mpi_block_bytes(&exchange->in, i);
  }
  for (size_t i = 0; i < count; ++i) {
    if (messages[i].destination != rank) continue;
    sent += messages[i].bytes;
    if (messages[i].bytes != switchyard_mpi_block_bytes(&exchange->in, messages[i].source)) return 0;
  }
  return expected == sent &&
         switchyard_mpi_block_bytes(&exchange->out, rank) == switchyard_mpi_block_bytes(&exchange->in, rank);
}

/* Finds out, with the same result on all ranks, whether the ranks agree on message sizes and on the schedule's name.
 * `reason` gets an empty text if they do, otherwise the reason of the error. */
SWITCHYARD_MPI_FUNCTION void switchyard_mpi_compare_ranks(const switchyard_exchange* exchange, int agrees,
                                                          char* reason) {
  unsigned long hash = 2166136261UL;
  for (const char* c = exchange->name; *c != '\0'; ++c) hash = ((hash ^ (unsigned char)*c) * 16777619UL) & 0xffffffffUL;
  unsigned long mine[3] = {agrees ? 0 : (unsigned long)exchange->rank + 1, hash, 0xffffffffUL - hash};
  unsigned long most[3] = {0, 0, 0};
  MPI_Allreduce(mine, most, 3, MPI_UNSIGNED_LONG, MPI_MAX, exchange->comm);
  reason[0] = '\0';
  if (most[1] + most[2] != 0xffffffffUL) {
    snprintf(reason, SWITCHYARD_MPI_TEXT_BYTES, "switchyard_alltoallv: the ranks ask for different schedules");
  } else if (most[0] != 0) {
    snprintf(reason, SWITCHYARD_MPI_TEXT_BYTES,
             "switchyard_alltoallv: rank %lu expects other numbers of bytes than are sent to it", most[0] - 1);
  }
}

/* Makes the schedule `name` and adds it to the plans of the exchange. Returns whether it could be made. */
SWITCHYARD_MPI_FUNCTION int switchyard_mpi_add_schedule(switchyard_exchange* exchange, const char* name,
                                                        const struct switchyard_message* messages, size_t count,
                                                        char* reason) {
  switchyard_mpi_plan* plan = &exchange->plans[exchange->plan_count];
  plan->name = name;
  plan->seconds = -1;
  plan->schedule = switchyard_schedule_make(name, exchange->ranks, messages, count, reason, SWITCHYARD_MPI_TEXT_BYTES);
  if (plan->schedule == NULL) return 0;
  ++exchange->plan_count;
  return 1;
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_add_schedules(switchyard_exchange* exchange, int tries,
                                                          const struct switchyard_message* messages, size_t count,
                                                          char* reason) {
  char ignored[SWITCHYARD_MPI_TEXT_BYTES];
  const char* name = NULL;
  if (strcmp(exchange->name, "auto") != 0) {
    switchyard_mpi_add_schedule(exchange, exchange->name, messages, count, reason);
    return;
  }
  for (int i = 0; (name = switchyard_schedule_candidate(i)) != NULL && exchange->plan_count < tries; ++i) {
    switchyard_mpi_add_schedule(exchange, name, messages, count, ignored);
  }
  exchange->trials_left = exchange->plan_count > 1 ? SWITCHYARD_MPI_TRIALS_PER_SCHEDULE * exchange->plan_count : 0;
}

SWITCHYARD_MPI_FUNCTION void switchyard_exchange_free(switchyard_exchange** where) {
  switchyard_exchange* exchange = *where;
  if (exchange == NULL) return;
  for (int i = 0; i < exchange->plan_count; ++i) switchyard_schedule_free(exchange->plans[i].schedule);
  if (exchange->out.type != MPI_DATATYPE_NULL) MPI_Type_free(&exchange->out.type);
  if (exchange->in.type != MPI_DATATYPE_NULL) MPI_Type_free(&exchange->in.type);
  free(exchange->out.counts);
  free(exchange->out.places);
  free(exchange->in.counts);
  free(exchange->in.places);
  free(exchange->requests);
  free(exchange->statuses);
  free(exchange);
  *where = NULL;
}

/* Makes an exchange without a schedule. Returns null if there is no memory. */
SWITCHYARD_MPI_FUNCTION switchyard_exchange* switchyard_mpi_new_exchange(MPI_Comm copy, const char* schedule) {
  switchyard_exchange* exchange = (switchyard_exchange*)calloc(1, sizeof *exchange);
  if (exchange == NULL) return NULL;
  exchange->comm = copy;
  exchange->out.type = exchange->in.type = MPI_DATATYPE_NULL;
  MPI_Comm_rank(copy, &exchange->rank);
  MPI_Comm_size(copy, &exchange->ranks);
  const size_t most = 2 * ((size_t)exchange->ranks + 1);
  exchange->requests = (MPI_Request*)malloc(sizeof(MPI_Request) * most);
  exchange->statuses = (MPI_Status*)malloc(sizeof(MPI_Status) * most);
  snprintf(exchange->name, sizeof exchange->name, "%s", schedule);
  return exchange;
}

/* Makes the schedule of an exchange, or, for "auto", at most `tries` schedules to choose from. `reason` gets the reason
 * of an error if no schedule can be made. */
SWITCHYARD_MPI_FUNCTION void switchyard_mpi_schedule(switchyard_exchange* exchange, int tries, char* reason) {
  size_t count = 0;
  struct switchyard_message* messages = switchyard_mpi_gather_message_list(exchange, &count);
  if (messages == NULL) {
    snprintf(reason, SWITCHYARD_MPI_TEXT_BYTES, "switchyard_alltoallv: not enough memory");
    return;
  }
  switchyard_mpi_compare_ranks(exchange, switchyard_mpi_sizes_agree(exchange, messages, count), reason);
  if (reason[0] == '\0') switchyard_mpi_add_schedules(exchange, tries, messages, count, reason);
  free(messages);
}

SWITCHYARD_MPI_FUNCTION int switchyard_mpi_make_exchange(const void* sendbuf, const int sendcounts[],
                                                         const int sdispls[], MPI_Datatype sendtype, void* recvbuf,
                                                         const int recvcounts[], const int rdispls[],
                                                         MPI_Datatype recvtype, MPI_Comm comm, const char* schedule,
                                                         int tries, switchyard_exchange** result) {
  const double begin = MPI_Wtime();
  char reason[SWITCHYARD_MPI_TEXT_BYTES] = "";
  MPI_Comm copy = MPI_COMM_NULL;
  *result = NULL;
  if (sendbuf == MPI_IN_PLACE) return switchyard_mpi_fail(comm, "switchyard_alltoallv: MPI_IN_PLACE is not taken");
  const int code = switchyard_mpi_own_communicator(comm, &copy);
  if (code != MPI_SUCCESS) return code;
  switchyard_exchange* exchange = switchyard_mpi_new_exchange(copy, schedule);
  if (exchange == NULL || exchange->requests == NULL || exchange->statuses == NULL ||
      !switchyard_mpi_copy_description(&exchange->out, (void*)sendbuf, sendcounts, sdispls, sendtype,
                                       exchange->ranks) ||
      !switchyard_mpi_copy_description(&exchange->in, recvbuf, recvcounts, rdispls, recvtype, exchange->ranks)) {
    switchyard_exchange_free(&exchange);
    return switchyard_mpi_fail(comm, "switchyard_alltoallv: not enough memory");
  }
  switchyard_mpi_schedule(exchange, tries, reason);
  if (reason[0] != '\0') {
    switchyard_exchange_free(&exchange);
    return switchyard_mpi_fail(comm, reason);
  }
  exchange->making = MPI_Wtime() - begin;
  *result = exchange;
  return MPI_SUCCESS;
}

/* One run of an exchange: the number of its requests that are under way, and its first error. */
typedef struct {
  const switchyard_exchange* exchange;
  int count;
  int code; /* code of the first error, or MPI_SUCCESS */
} switchyard_mpi_use;

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_note_error(switchyard_mpi_use* use, int code) {
  if (use->code == MPI_SUCCESS) use->code = code;
}

SWITCHYARD_MPI_FUNCTION MPI_Request* switchyard_mpi_next_request(switchyard_mpi_use* use) {
  return &use->exchange->requests[use->count++];
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_receive(switchyard_mpi_use* use, int from) {
  const switchyard_mpi_blocks* in = &use->exchange->in;
  switchyard_mpi_note_error(
      use, MPI_Irecv(in->memory + in->places[from], in->counts[from], in->type, from, SWITCHYARD_MPI_DATA_TAG,
                     use->exchange->comm, switchyard_mpi_next_request(use)));
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_send(switchyard_mpi_use* use, int to) {
  const switchyard_mpi_blocks* out = &use->exchange->out;
  switchyard_mpi_note_error(
      use, MPI_Isend(out->memory + out->places[to], out->counts[to], out->type, to, SWITCHYARD_MPI_DATA_TAG,
                     use->exchange->comm, switchyard_mpi_next_request(use)));
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_wait_for_requests(switchyard_mpi_use* use) {
  switchyard_mpi_note_error(use, MPI_Waitall(use->count, use->exchange->requests, use->exchange->statuses));
  use->count = 0;
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_send_blocking(switchyard_mpi_use* use, int to) {
  const switchyard_mpi_blocks* out = &use->exchange->out;
  switchyard_mpi_note_error(use, MPI_Send(out->memory + out->places[to], out->counts[to], out->type, to,
                                          SWITCHYARD_MPI_DATA_TAG, use->exchange->comm));
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_receive_all(switchyard_mpi_use* use, const struct switchyard_step* steps,
                                                        size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (steps[i].from >= 0) switchyard_mpi_receive(use, steps[i].from);
  }
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_at_once(switchyard_mpi_use* use, const struct switchyard_step* steps,
                                                    size_t count) {
  switchyard_mpi_receive_all(use, steps, count);
  for (size_t i = 0; i < count; ++i) {
    if (steps[i].to >= 0) switchyard_mpi_send(use, steps[i].to);
  }
  switchyard_mpi_wait_for_requests(use);
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_handshakes(switchyard_mpi_use* use, const struct switchyard_step* steps,
                                                       size_t count) {
  const MPI_Comm comm = use->exchange->comm;
  for (size_t i = 0; i < count; ++i) {
    if (steps[i].from >= 0) {
      switchyard_mpi_receive(use, steps[i].from);
      switchyard_mpi_note_error(use, MPI_Isend(NULL, 0, MPI_BYTE, steps[i].from, SWITCHYARD_MPI_READY_TAG, comm,
                                               switchyard_mpi_next_request(use)));
    }
    if (steps[i].to >= 0) {
      switchyard_mpi_note_error(
          use, MPI_Recv(NULL, 0, MPI_BYTE, steps[i].to, SWITCHYARD_MPI_READY_TAG, comm, MPI_STATUS_IGNORE));
      switchyard_mpi_send(use, steps[i].to);
    }
    switchyard_mpi_wait_for_requests(use);
  }
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_blocking(switchyard_mpi_use* use, const struct switchyard_step* steps,
                                                     size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int receives = steps[i].from >= 0, receives_first = receives && use->exchange->rank < steps[i].from;
    if (receives) switchyard_mpi_receive(use, steps[i].from);
    if (receives_first) switchyard_mpi_wait_for_requests(use);
    if (steps[i].to >= 0) switchyard_mpi_send_blocking(use, steps[i].to);
    switchyard_mpi_wait_for_requests(use);
  }
}

SWITCHYARD_MPI_FUNCTION void switchyard_mpi_in_turn(switchyard_mpi_use* use, const struct switchyard_step* steps,
                                                    size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (steps[i].to >= 0) switchyard_mpi_send_blocking(use, steps[i].to);
  }
  switchyard_mpi_wait_for_requests(use);
}

/* Copies the block that this rank sends to itself into its receive buffer. */
SWITCHYARD_MPI_FUNCTION void switchyard_mpi_copy_own_block(switchyard_mpi_use* use) {
  const switchyard_exchange* exchange = use->exchange;
  const int rank = exchange->rank;
  if (switchyard_mpi_block_bytes(&exchange->in, rank) == 0) return;
  switchyard_mpi_note_error(
      use, MPI_Sendrecv(exchange->out.memory + exchange->out.places[rank], exchange->out.counts[rank],
                        exchange->out.type, rank, SWITCHYARD_MPI_DATA_TAG,
                        exchange->in.memory + exchange->in.places[rank], exchange->in.counts[rank], exchange->in.type,
                        rank, SWITCHYARD_MPI_DATA_TAG, exchange->comm, MPI_STATUS_IGNORE));
}

SWITCHYARD_MPI_FUNCTION int switchyard_mpi_carry_out(const switchyard_exchange* exchange,
                                                     const struct switchyard_schedule* schedule) {
  switchyard_mpi_use use = {exchange, 0, MPI_SUCCESS};
  const struct switchyard_step* steps = NULL;
  const size_t count = switchyard_schedule_steps(schedule, exchange->rank, &steps);
  switchyard_mpi_copy_own_block(&use);
  switch (switchyard_schedule_pace(schedule)) {
    case SWITCHYARD_AT_ONCE:
      switchyard_mpi_at_once(&use, steps, count);
      break;
    case SWITCHYARD_HANDSHAKES:
      switchyard_mpi_handshakes(&use, steps, count);
      break;
    case SWITCHYARD_BLOCKING:
      switchyard_mpi_blocking(&use, steps, count);
      break;
    case SWITCHYARD_SYNCHRONISED:
      switchyard_mpi_receive_all(&use, steps, count);
      switchyard_mpi_note_error(&use, MPI_Barrier(exchange->comm));
      switchyard_mpi_in_turn(&use, steps, count);
      break;
    case SWITCHYARD_IN_TURN:
      switchyard_mpi_receive_all(&use, steps, count);
      switchyard_mpi_in_turn(&use, steps, count);
      break;
  }
  return use.code;
}

/* Makes the choice of "auto": keeps the schedule whose slowest rank was fastest, and frees the other schedules. */
SWITCHYARD_MPI_FUNCTION void switchyard_mpi_choose_fastest(switchyard_exchange* exchange) {
  double mine[SWITCHYARD_MPI_MAX_SCHEDULES_TRIED], all[SWITCHYARD_MPI_MAX_SCHEDULES_TRIED];
  int best = 0;
  for (int i = 0; i < exchange->plan_count; ++i) mine[i] = exchange->plans[i].seconds;
  MPI_Allreduce(mine, all, exchange->plan_count, MPI_DOUBLE, MPI_MAX, exchange->comm);
  for (int i = 0; i < exchange->plan_count; ++i) {
    exchange->plans[i].seconds = all[i];
    if (all[i] < all[best]) best = i;
  }
  for (int i = 0; i < exchange->plan_count; ++i) {
    if (i != best) switchyard_schedule_free(exchange->plans[i].schedule);
  }
  exchange->plans[0] = exchange->plans[best];
  exchange->plan_count = 1;
  exchange->plan = 0;
}

/* Carries the exchange out by the schedule that "auto" tries next, and notes the time that it took. */
SWITCHYARD_MPI_FUNCTION int switchyard_mpi_run_next_trial(switchyard_exchange* exchange) {
  switchyard_mpi_plan* plan = &exchange->plans[exchange->plan];
  MPI_Barrier(exchange->comm);
  const double begin = MPI_Wtime();
  const int code = switchyard_mpi_carry_out(exchange, plan->schedule);
  const double seconds = MPI_Wtime() - begin;
  if (plan->seconds < 0 || seconds < plan->seconds) plan->seconds = seconds;
  exchange->plan = (exchange->plan + 1) % exchange->plan_count;
  if (--exchange->trials_left == 0) switchyard_mpi_choose_fastest(exchange);
  return code;
}

SWITCHYARD_MPI_FUNCTION int switchyard_exchange_run(switchyard_exchange* exchange) {
  if (exchange->trials_left > 0) return switchyard_mpi_run_next_trial(exchange);
  return switchyard_mpi_carry_out(exchange, exchange->plans[exchange->plan].schedule);
}

SWITCHYARD_MPI_FUNCTION const char* switchyard_exchange_schedule(const switchyard_exchange* exchange) {
  return exchange->plans[exchange->plan].name;
}

SWITCHYARD_MPI_FUNCTION int switchyard_exchange_trials(const switchyard_exchange* exchange) {
  return exchange->trials_left;
}

SWITCHYARD_MPI_FUNCTION double switchyard_exchange_making(const switchyard_exchange* exchange) {
  return exchange->making;
}

SWITCHYARD_MPI_FUNCTION int switchyard_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                                      MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                                      const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                                      const char* schedule, switchyard_exchange** exchange) {
  return switchyard_mpi_make_exchange(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                                      comm, schedule, SWITCHYARD_MPI_MAX_SCHEDULES_TRIED, exchange);
}

SWITCHYARD_MPI_FUNCTION int switchyard_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                                 MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                                 const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                                 const char* schedule) {
  switchyard_exchange* exchange = NULL;
  int code = switchyard_mpi_make_exchange(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                                          recvtype, comm, schedule, 1, &exchange);
  if (code == MPI_SUCCESS) code = switchyard_exchange_run(exchange);
  switchyard_exchange_free(&exchange);
  return code;
}

#endif
