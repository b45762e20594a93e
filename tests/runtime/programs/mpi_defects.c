/* mpi_defects.c CASE: programs of a few lines, each with one defect; and with a right one beside it, of the same name
 * with "right_" in front. On 4 nodes. */
#include "mpi_check.h"

static int rank, size;
static const char* what;

static int is(const char* name) { return strcmp(what, name) == 0; }
/* Whether this is the case, or the right one beside it. */
static int either(const char* name) {
  return is(name) || (strncmp(what, "right_", 6) == 0 && strcmp(what + 6, name) == 0);
}
static int wrong(void) { return strncmp(what, "right_", 6) != 0; }

static void parameters(void) {
  int value = 0, two[2] = {0};
  MPI_Comm comm;
  MPI_Datatype pair;
  MPI_Request request = MPI_REQUEST_NULL;
  if (either("rank")) MPI_Send(&value, 1, MPI_INT, wrong() ? size : MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  if (either("tag")) MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, wrong() ? -1 : 0, MPI_COMM_WORLD);
  if (either("count")) MPI_Bcast(&value, wrong() ? -1 : 0, MPI_INT, 0, MPI_COMM_WORLD);
  if (either("null_buffer")) MPI_Bcast(wrong() ? NULL : &value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (either("root")) MPI_Bcast(&value, 1, MPI_INT, wrong() ? -1 : 3, MPI_COMM_WORLD);
  if (either("alias")) MPI_Allreduce(wrong() ? &two[0] : MPI_IN_PLACE, two, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (either("freed_communicator")) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    const MPI_Comm copy = comm;
    if (!wrong()) MPI_Barrier(copy);
    MPI_Comm_free(&comm);
    if (wrong()) MPI_Barrier(copy);
  }
  if (either("uncommitted")) {
    MPI_Type_contiguous(2, MPI_INT, &pair);
    if (!wrong()) MPI_Type_commit(&pair);
    MPI_Bcast(two, 1, pair, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pair);
  }
  if (either("null_request")) {
    if (!wrong()) MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
  if (either("returned")) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Send(&value, 1, MPI_INT, wrong() ? size : MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  }
  if (either("operation_of_type")) {
    MPI_Allreduce(MPI_IN_PLACE, two, 1, wrong() ? MPI_CHAR : MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
}

static void requests(void) {
  int value = rank, other = 0, flag = 0;
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}, old;
  if (either("missing_wait")) {
    MPI_Isend(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Recv(&other, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!wrong()) MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  }
  if (either("missing_start")) {
    MPI_Recv_init(&other, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[0]);
    if (!wrong()) MPI_Start(&request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&request[0]);
  }
  if (either("persistent_left")) {
    MPI_Send_init(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Start(&request[0]);
    MPI_Recv(&other, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    if (!wrong()) MPI_Request_free(&request[0]);
  }
  if (either("started_twice")) {
    MPI_Recv_init(&other, 1, MPI_INT, last, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Start(&request[0]);
    if (wrong()) MPI_Start(&request[0]);
    MPI_Send(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&request[0]);
  }
  if (either("waited_for_twice")) {
    MPI_Isend(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &request[0]);
    old = request[0];
    MPI_Recv(&other, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(wrong() ? &old : &request[0], MPI_STATUS_IGNORE);
  }
  if (either("freed_receive")) {
    MPI_Irecv(&other, 1, MPI_INT, last, 0, MPI_COMM_WORLD, &request[0]);
    if (wrong()) MPI_Request_free(&request[0]);
    MPI_Send(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    if (!wrong()) MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (either("found_left")) {
    MPI_Message message;
    MPI_Isend(&value, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Mprobe(last, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    if (!wrong()) MPI_Mrecv(&other, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    while (!flag) MPI_Test(&request[0], &flag, MPI_STATUS_IGNORE);
  }
}

static void add(void* in, void* into, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)into)[i] += ((int*)in)[i];
}
static void handle(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  (void)code;
}

static void leaks(void) {
  int key;
  static char room[1 << 12];
  void* memory;
  MPI_Comm comm;
  MPI_Group group;
  MPI_Datatype pair;
  MPI_Op op;
  MPI_Win win;
  MPI_Errhandler handler;
  MPI_Info info;
  if (either("communicator_left")) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (!wrong()) MPI_Comm_free(&comm);
  }
  if (either("group_left")) {
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (!wrong()) MPI_Group_free(&group);
  }
  if (either("type_left")) {
    for (int i = 0; i < 3; ++i) {
      MPI_Type_contiguous(2, MPI_INT, &pair);
      if (!wrong()) MPI_Type_free(&pair);
    }
  }
  if (either("operation_left")) {
    MPI_Op_create(add, 1, &op);
    if (!wrong()) MPI_Op_free(&op);
  }
  if (either("window_left")) {
    MPI_Win_create(room, sizeof room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (!wrong()) MPI_Win_free(&win);
  }
  if (either("handler_left")) {
    MPI_Comm_create_errhandler(handle, &handler);
    if (!wrong()) MPI_Errhandler_free(&handler);
  }
  if (either("info_left")) {
    MPI_Info_create(&info);
    if (!wrong()) MPI_Info_free(&info);
  }
  if (either("key_left")) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    if (!wrong()) MPI_Comm_free_keyval(&key);
  }
  if (either("memory_left")) {
    MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
    if (!wrong()) MPI_Free_mem(memory);
  }
  if (either("freed_while_attached")) {
    int bytes;
    char *space = malloc(1000), *detached;
    MPI_Buffer_attach(space, 1000);
    if (wrong()) free(space);
    MPI_Buffer_detach(&detached, &bytes);
    if (!wrong()) free(space);
  }
  if (is("right_buffer_left")) MPI_Buffer_attach(room, sizeof room);
}

static void types(void) {
  int ints[4] = {rank}, others[16];
  double reals[4];
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  if (either("type_of_message")) {
    MPI_Sendrecv(ints, 2, MPI_INT, next, 0, others, 2, wrong() ? MPI_FLOAT : MPI_INT, last, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  if (either("order_of_requests")) { /* the second message has the second receive's type */
    MPI_Request requests[2];
    MPI_Irecv(others, 2, MPI_INT, last, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(reals + 1, 1, MPI_DOUBLE, last, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(ints, 2, wrong() ? MPI_UNSIGNED : MPI_INT, next, 5, MPI_COMM_WORLD);
    MPI_Send(reals, 1, MPI_DOUBLE, next, 5, MPI_COMM_WORLD);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  if (either("too_long")) {
    MPI_Sendrecv(ints, 4, MPI_INT, next, 0, others, wrong() ? 2 : 8, MPI_INT, last, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  if (either("packed")) {
    char bytes[8];
    int place = 0;
    MPI_Pack(ints, 2, MPI_INT, bytes, sizeof bytes, &place, MPI_COMM_WORLD);
    MPI_Sendrecv(bytes, 8, wrong() ? MPI_BYTE : MPI_PACKED, next, 0, others, 2, MPI_INT, last, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  if (either("found_type")) {
    MPI_Message message;
    MPI_Request request;
    MPI_Isend(ints, 1, MPI_INT, next, 0, MPI_COMM_WORLD, &request);
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(others, 1, wrong() ? MPI_FLOAT : MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (either("lost") && rank == 0) {
    MPI_Request request;
    MPI_Isend(ints, 1, MPI_INT, wrong() ? 1 : MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void multiply(void* in, void* in_and_out, int* count, MPI_Datatype* type) {
  int i;
  (void)type;
  for (i = 0; i < *count; ++i) ((int*)in_and_out)[i] *= ((int*)in)[i];
}

static void collectives(void) {
  int ints[16] = {rank}, others[16];
  int counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 2, 3};
  const int odd = wrong() && rank == 2; /* who calls otherwise */
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  if (either("different_roots")) MPI_Bcast(ints, 1, MPI_INT, odd ? 1 : 0, MPI_COMM_WORLD);
  if (either("different_operations")) MPI_Allreduce(ints, others, 1, MPI_INT, odd ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
  if (either("different_functions")) { /* the ranks make their operations in different orders */
    MPI_Op added, multiplied;
    if (rank == 1) MPI_Op_create(multiply, 1, &multiplied);
    MPI_Op_create(add, 1, &added);
    if (rank != 1) MPI_Op_create(multiply, 1, &multiplied);
    MPI_Allreduce(ints, others, 1, MPI_INT, odd ? multiplied : added, MPI_COMM_WORLD);
    MPI_Op_free(&added);
    MPI_Op_free(&multiplied);
  }
  if (either("different_sizes")) MPI_Bcast(ints, odd ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (either("different_types")) MPI_Bcast(ints, 1, odd ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD);
  if (either("equal_signatures")) /* right as it is: a pair is two integers */
    MPI_Bcast(ints, rank == 2 ? 1 : 2,
              wrong() && rank == 2 ? MPI_DOUBLE
              : rank == 2          ? pair
                                   : MPI_INT,
              0, MPI_COMM_WORLD);
  if (either("different_calls")) {
    if (odd) MPI_Allreduce(ints, others, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!odd) MPI_Barrier(MPI_COMM_WORLD);
  }
  if (either("posted_or_not")) {
    MPI_Request request;
    if (odd) MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (!odd) MPI_Barrier(MPI_COMM_WORLD);
  }
  if (either("gather")) MPI_Gather(ints, odd ? 2 : 1, MPI_INT, others, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (either("gatherv")) MPI_Gatherv(ints, odd ? 2 : 1, MPI_INT, others, counts, places, MPI_INT, 3, MPI_COMM_WORLD);
  if (either("scatter")) MPI_Scatter(ints, 1, MPI_INT, others, 1, odd ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD);
  if (either("scatterv")) MPI_Scatterv(ints, counts, places, MPI_INT, others, odd ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (either("allgather")) MPI_Allgather(ints, 1, odd ? MPI_FLOAT : MPI_INT, others, 1, MPI_INT, MPI_COMM_WORLD);
  if (either("allgatherv")) {
    counts[1] = odd ? 0 : 1;
    MPI_Allgatherv(ints, 1, MPI_INT, others, counts, places, MPI_INT, MPI_COMM_WORLD);
  }
  if (either("alltoall")) MPI_Alltoall(ints, 1, odd ? MPI_UNSIGNED : MPI_INT, others, 1, MPI_INT, MPI_COMM_WORLD);
  if (either("alltoallv")) {
    int sent[4] = {1, odd ? 2 : 1, 1, 1}, two[4] = {0, 4, 8, 12};
    MPI_Alltoallv(ints, sent, two, MPI_INT, others, counts, places, MPI_INT, MPI_COMM_WORLD);
  }
  if (either("reduce_scatter")) {
    counts[0] = odd ? 2 : 1;
    counts[1] = odd ? 0 : 1;
    MPI_Reduce_scatter(ints, others, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (either("different_makers")) {
    MPI_Comm made;
    if (odd) MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
    if (!odd) MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Comm_free(&made);
  }
  if (either("neighbors")) {
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){4}, (int[]){1}, 0, &ring);
    MPI_Neighbor_alltoall(ints, odd ? 2 : 1, MPI_INT, others, odd ? 2 : 1, MPI_INT, ring);
    MPI_Comm_free(&ring);
  }
  if (either("in_place")) {
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ints, odd ? 2 : 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, ints, counts, places, MPI_INT, MPI_COMM_WORLD);
  }
  if (either("reordered_grid")) {
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){4}, (int[]){1}, odd, &grid);
    MPI_Comm_free(&grid);
  }
  if (either("reordered_graph")) {
    MPI_Comm graph;
    MPI_Graph_create(MPI_COMM_WORLD, 2, (int[]){1, 2}, (int[]){1, 0}, !odd, &graph);
    if (graph != MPI_COMM_NULL) MPI_Comm_free(&graph);
  }
  if (either("weights_of_some")) { /* a process without edges need not say whether they have weights */
    MPI_Comm graph;
    const int degree = 1, to = (rank + 1) % 4, weight = 1, edges = rank == 3 && !wrong() ? 0 : 1;
    MPI_Dist_graph_create(MPI_COMM_WORLD, edges, &rank, &degree, &to, odd || edges == 0 ? MPI_UNWEIGHTED : &weight,
                          MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
  }
  if (either("reordered_edges")) {
    MPI_Comm graph;
    const int degree = 1, to = (rank + 1) % 4;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, odd, &graph);
    MPI_Comm_free(&graph);
  }
  if (either("in_place_on_some")) {
    MPI_Allreduce(odd || !wrong() ? MPI_IN_PLACE : others, ints, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (either("exchange_in_place_on_some")) {
    MPI_Alltoall(odd || !wrong() ? MPI_IN_PLACE : others, 1, MPI_INT, ints, 1, MPI_INT, MPI_COMM_WORLD);
  }
  if (is("right_in_place_on_some")) {
    MPI_Scan(rank % 2 != 0 ? MPI_IN_PLACE : others, ints, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter(rank % 2 != 0 ? MPI_IN_PLACE : others, ints, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (is("absent")) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 2) MPI_Recv(ints, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(copy);
  }
  if (either("finalized_early") && !odd) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_free(&pair);
}

/* Two calls of a node, or a call and the program, on the same memory. */
static void local_memory(void) {
  int ints[8] = {rank}, others[8], more = 0;
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Request requests[2];
  if (either("changed_send")) {
    MPI_Isend(ints, 4, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[0]);
    if (wrong()) ints[1] = 7;
    MPI_Recv(others, 4, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    ints[1] = 8;
  }
  if (either("changed_receive")) {
    others[2] = 1;
    MPI_Irecv(others, 4, MPI_INT, last, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(ints, 4, MPI_INT, next, 0, MPI_COMM_WORLD);
    if (wrong()) others[2] = 7;
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    others[2] = 8;
  }
  if (either("two_receives")) {
    MPI_Irecv(others, 4, MPI_INT, last, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(others + (wrong() ? 3 : 4), 4, MPI_INT, last, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(ints, 4, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Send(ints, 4, MPI_INT, next, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  if (either("columns")) { /* of a matrix of 4 x 2 */
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Irecv(others, 1, column, last, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(others + !wrong(), 1, column, last, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(ints, 4, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Send(ints, 4, MPI_INT, next, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
  }
  if (either("two_sends")) { /* right, as nobody writes */
    MPI_Isend(ints, 4, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[0]);
    if (wrong()) MPI_Irecv(ints, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &requests[1]);
    if (wrong()) MPI_Cancel(&requests[1]);
    if (wrong()) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Send(ints, 4, MPI_INT, next, 1, MPI_COMM_WORLD);
    MPI_Recv(others, 4, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(others, 4, MPI_INT, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  if (either("sent_while_received")) {
    MPI_Irecv(others, 4, MPI_INT, last, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(wrong() ? others : ints, 4, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  if (either("changed_in_collective")) {
    MPI_Ibcast(ints, 4, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    if (wrong()) ints[3] = 7 + rank;
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  if (either("collective_in_use")) {
    MPI_Iallreduce(ints, others, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Bcast(wrong() ? others : &more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    CHECK(others[0] == 6);
  }
}

static void memory(void) {
  int* const four = malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i) four[i] = rank;
  if (either("beyond_end")) MPI_Bcast(four, wrong() ? 5 : 4, MPI_INT, 0, MPI_COMM_WORLD);
  if (either("beyond_end_inside")) MPI_Bcast(four + 2, wrong() ? 4 : 2, MPI_INT, 0, MPI_COMM_WORLD);
  free(four);
}

/* Accesses of several nodes to memory of node 0. */
static void windows(void) {
  static int room[8], read;
  const int one = 1;
  MPI_Win win;
  MPI_Win_create(room, sizeof room, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (either("no_epoch")) {
    if (!wrong()) MPI_Win_fence(0, win);
    MPI_Put(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("unlocked_twice")) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_unlock(0, win);
    if (wrong()) MPI_Win_unlock(0, win);
  }
  if (either("outside")) {
    MPI_Win_fence(0, win);
    MPI_Put(&one, 1, MPI_INT, 0, wrong() ? 8 : rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("types_of_put")) {
    MPI_Win_fence(0, win);
    MPI_Put(&one, 1, wrong() ? MPI_FLOAT : MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("sizes_of_get")) {
    MPI_Win_fence(0, win);
    MPI_Get(&read, 1, MPI_INT, (rank + 1) % size, 0, wrong() ? 2 : 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("origin_in_window")) {
    MPI_Win_fence(0, win);
    MPI_Put(&room[0], 1, MPI_INT, (rank + 1) % size, wrong() ? 0 : 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("received_in_window")) {
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Recv(&room[3], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Get(&read, 1, MPI_INT, 0, wrong() ? 3 : 4, 1, MPI_INT, win);
    if (rank == 2) MPI_Send(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
  }
  if (either("two_puts")) {
    MPI_Win_fence(0, win);
    if (rank == 1 || rank == 2) MPI_Put(&one, 1, MPI_INT, 0, wrong() ? 3 : rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 3) MPI_Put(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("put_and_get")) {
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    if (!wrong()) MPI_Win_fence(0, win);
    if (rank == 2) MPI_Get(&read, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("put_twice_by_one")) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    if (!wrong()) MPI_Win_flush(0, win);
    MPI_Put(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  if (either("accumulates")) {
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, wrong() && rank == 2 ? MPI_MAX : MPI_SUM, win);
    MPI_Win_fence(0, win);
  }
  if (either("no_operation")) {
    MPI_Win_fence(0, win);
    if (wrong()) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);
    if (!wrong()) MPI_Get_accumulate(&one, 1, MPI_INT, &read, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
  }
  if (either("shared_locks")) {
    MPI_Win_lock(wrong() ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  if (either("ordered_by_message")) { /* under shared locks */
    if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Put(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
      if (!wrong()) MPI_Win_flush(0, win);
      MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
      MPI_Win_unlock(0, win);
    }
    if (rank == 2) {
      MPI_Recv(&read, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Put(&one, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
      MPI_Win_unlock(0, win);
    }
  }
  if (either("posts_and_starts")) {
    MPI_Group all, origins, target;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, (int[]){1, 2}, &origins);
    MPI_Group_incl(all, 1, (int[]){0}, &target);
    if (rank == 0) {
      MPI_Win_post(origins, 0, win);
      MPI_Win_wait(win);
    }
    if (rank == 1 || rank == 2) {
      MPI_Win_start(target, 0, win);
      MPI_Put(&one, 1, MPI_INT, 0, wrong() ? 3 : rank, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&origins);
    MPI_Group_free(&target);
  }
  if (either("changed_origin")) {
    int mine = rank;
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    if (wrong()) mine = 7;
    MPI_Win_fence(0, win);
    mine = 8;
  }
  if (either("changed_result") && rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&read, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    if (wrong()) read = 7;
    MPI_Win_unlock(0, win);
    read = 8;
  }
  MPI_Win_free(&win);
}

/* Puts to memory of node 0 before and after a collective, which orders only the members that give values before those
   that get them. */
static void put_under_shared_lock(MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
}
static void windows_and_collectives(void) {
  static int room[8], got;
  const int one = 1;
  MPI_Request request;
  MPI_Win win;
  MPI_Win_create(room, sizeof room, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (either("ordered_by_bcast")) {
    if (rank == 1) put_under_shared_lock(win);
    MPI_Bcast(&got, 1, MPI_INT, wrong() ? 2 : 1, MPI_COMM_WORLD);
    if (rank == 2) put_under_shared_lock(win);
  }
  if (either("ordered_by_reduce")) {
    if (rank == 1) put_under_shared_lock(win);
    MPI_Reduce(&one, &got, 1, MPI_INT, MPI_SUM, wrong() ? 1 : 2, MPI_COMM_WORLD);
    if (rank == 2) put_under_shared_lock(win);
  }
  if (either("ordered_by_scan")) {
    if (rank == (wrong() ? 3 : 1)) put_under_shared_lock(win);
    MPI_Scan(&one, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 2) put_under_shared_lock(win);
  }
  if (either("ordered_by_ibcast")) {
    if (rank == 1) put_under_shared_lock(win);
    MPI_Ibcast(&got, 1, MPI_INT, wrong() ? 2 : 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 2) put_under_shared_lock(win);
  }
  MPI_Win_free(&win);
}

/* Wrong epochs, and assertions that do not hold, on memory of node 0. */
static void epochs(void) {
  static int room[8];
  const int one = 1;
  int read;
  MPI_Info info;
  MPI_Win win;
  MPI_Group all, origin, target;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, (int[]){1}, &origin);
  MPI_Group_incl(all, 1, (int[]){0}, &target);
  MPI_Info_create(&info);
  if (is("lock_without_locks")) MPI_Info_set(info, "no_locks", "true");
  MPI_Win_create(room, sizeof room, sizeof(int), info, MPI_COMM_WORLD, &win);
  MPI_Info_free(&info);
  if (either("preceding_access")) {
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(wrong() ? MPI_MODE_NOPRECEDE : 0, win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  }
  if (either("succeeding_of_some")) {
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(!wrong() || rank > 1 ? MPI_MODE_NOSUCCEED : 0, win);
  }
  if (either("excluded_put")) {
    MPI_Win_fence(rank == (wrong() ? 0 : 1) ? MPI_MODE_NOPUT : 0, win);
    if (rank == 1) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (rank == 2) MPI_Get(&read, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  if (either("excluded_accumulate")) {
    if (rank == 0) {
      MPI_Win_post(origin, wrong() ? MPI_MODE_NOPUT : 0, win);
      MPI_Win_wait(win);
    }
    if (rank == 1) {
      MPI_Win_start(target, 0, win);
      MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
      MPI_Win_complete(win);
    }
  }
  if (either("unchecked_start")) {
    if (rank == 0) MPI_Win_post(origin, MPI_MODE_NOCHECK, win);
    if (!wrong()) MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_wait(win);
    if (rank == 1) {
      MPI_Win_start(target, MPI_MODE_NOCHECK, win);
      MPI_Win_complete(win);
    }
  }
  if (either("unchecked_start_alone")) {
    if (rank == 0) MPI_Win_post(origin, wrong() ? 0 : MPI_MODE_NOCHECK, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_wait(win);
    if (rank == 1) {
      MPI_Win_start(target, MPI_MODE_NOCHECK, win);
      MPI_Win_complete(win);
    }
  }
  if (either("unchecked_lock")) {
    if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
      if (!wrong()) MPI_Win_unlock(0, win);
      MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
      MPI_Recv(&read, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
      MPI_Win_unlock(0, win);
    }
    if (rank == 1 && wrong()) MPI_Win_unlock(0, win);
  }
  if (either("lock_without_locks")) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_unlock(0, win);
  }
  if (either("locked_while_posted")) {
    if (rank == 0) {
      MPI_Win_post(origin, 0, win);
      if (wrong()) MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
      MPI_Win_wait(win);
      if (!wrong()) MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
      MPI_Recv(&read, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Win_unlock(0, win);
      MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
      if (wrong()) MPI_Recv(&read, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_start(target, 0, win);
      MPI_Win_complete(win);
      if (!wrong()) MPI_Recv(&read, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  if (either("posted_while_locked")) {
    if (rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      if (!wrong()) MPI_Win_unlock(0, win);
      MPI_Win_post(origin, 0, win);
      if (wrong()) MPI_Win_unlock(0, win);
      MPI_Win_wait(win);
    }
    if (rank == 1) {
      MPI_Win_start(target, 0, win);
      MPI_Win_complete(win);
    }
  }
  if (either("posted_or_locked_first")) { /* In the order of this run, the lock is over before the post. */
    if (rank == 1) {
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Win_unlock(0, win);
      MPI_Send(&one, 1, MPI_INT, wrong() ? 2 : 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 2 && wrong()) MPI_Recv(&read, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
      const double begin = MPI_Wtime();
      while (MPI_Wtime() < begin + 0.1) MPI_Win_sync(win);
      if (!wrong()) MPI_Recv(&read, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_post(origin, 0, win);
      MPI_Win_wait(win);
    }
    if (rank == 1) {
      MPI_Win_start(target, 0, win);
      MPI_Win_complete(win);
    }
  }
  if (either("locked_after_access")) { /* after a fence */
    MPI_Win_fence(0, win);
    if (rank == 1) {
      MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) MPI_Recv(&read, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!wrong()) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 2) {
      const double begin = MPI_Wtime();
      while (MPI_Wtime() < begin + 0.1) MPI_Win_sync(win);
      MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
      MPI_Win_unlock(0, win);
    }
    if (wrong()) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&origin);
  MPI_Group_free(&target);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  what = argc > 1 ? argv[1] : "";
  if (is("early")) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  if (is("twice")) MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  parameters();
  requests();
  leaks();
  types();
  collectives();
  local_memory();
  memory();
  windows();
  windows_and_collectives();
  epochs();
  if (is("no_end")) return 0;
  MPI_Finalize();
  if (is("late")) MPI_Barrier(MPI_COMM_WORLD);
  if (is("ended_twice")) MPI_Finalize();
  return 0;
}
