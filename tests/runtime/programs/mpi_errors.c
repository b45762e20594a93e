/* mpi_errors.c CASE: what MPI finds wrong. "returned" tries all that a program may go on after, by the codes; the other
 * cases are errors that end the run. */
#include "mpi_check.h"

static int rank, size;

static void messages(void) {
  int value = 0, flag;
  MPI_Comm null_comm = MPI_COMM_NULL, freed;
  MPI_Datatype uncommitted;
  MPI_Request request = MPI_REQUEST_NULL, old;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &freed);
  const MPI_Comm stale = freed;
  MPI_Comm_free(&freed);
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_RANK, MPI_Recv(&value, 1, MPI_INT, -7, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK_ERROR(MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_TAG, MPI_Recv(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, 0, 0, null_comm));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, 0, 0, stale));
  CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_rank((MPI_Comm)0x123456789abL, &value));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&value, 1, uncommitted, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_TYPE, MPI_Send(&value, 1, (MPI_Datatype)0x7fffffffL, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
  int too_long[50] = {0};
  char buffer[100];
  void* detached;
  MPI_Buffer_attach(buffer, sizeof buffer);
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Bsend(too_long, 50, MPI_INT, 0, 0, MPI_COMM_WORLD));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Ibsend(too_long, 50, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
  MPI_Buffer_detach(&detached, &flag);
  CHECK(detached == buffer && flag == sizeof buffer);
  CHECK_ERROR(MPI_ERR_ARG, MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Iprobe(0, 0, MPI_COMM_WORLD, NULL, MPI_STATUS_IGNORE));
  CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&request));
  CHECK_ERROR(MPI_ERR_REQUEST, MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Wait(NULL, MPI_STATUS_IGNORE));
  CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
  old = request;
  CHECK_ERROR(MPI_ERR_REQUEST, MPI_Start(&request));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_ERROR(MPI_ERR_REQUEST, MPI_Test(&old, &flag, MPI_STATUS_IGNORE));
  CHECK_ERROR(MPI_ERR_COUNT, MPI_Waitall(-1, &request, MPI_STATUSES_IGNORE));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Waitall(1, NULL, MPI_STATUSES_IGNORE));
}

static void others(void) {
  int value, flag;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Info info = MPI_INFO_NULL;
  void* memory;
  CHECK_ERROR(MPI_ERR_COMM, MPI_Comm_free(&comm));
  CHECK_ERROR(MPI_ERR_GROUP, MPI_Group_size(group, &value));
  CHECK_ERROR(MPI_ERR_GROUP, MPI_Comm_create(MPI_COMM_WORLD, group, &comm));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_split(MPI_COMM_WORLD, -3, 0, &comm));
  CHECK_ERROR(MPI_ERR_INFO, MPI_Info_set(info, "a", "b"));
  CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_get_attr(MPI_COMM_WORLD, 12345, &memory, &flag));
  CHECK_ERROR(MPI_ERR_KEYVAL, MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value));
  CHECK_ERROR(MPI_ERR_DIMS, MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){size + 1}, (int[]){0}, 0, &comm));
  CHECK_ERROR(MPI_ERR_DIMS, MPI_Dims_create(12, 2, (int[]){5, 0}));
  int* const weights[] = {NULL, MPI_WEIGHTS_EMPTY};
  for (int i = 0; i < 2; ++i) {
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_create(MPI_COMM_WORLD, 1, (int[]){0}, (int[]){1}, (int[]){0}, weights[i],
                                                   MPI_INFO_NULL, 0, &comm));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, (int[]){0}, weights[i], 1, (int[]){0},
                                                            weights[i], MPI_INFO_NULL, 0, &comm));
  }
  value = 1;
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_local(NULL, &value, 1, MPI_INT, MPI_SUM));
  CHECK_ERROR(MPI_ERR_BUFFER, MPI_Reduce_local(&value, NULL, 1, MPI_INT, MPI_SUM));
  CHECK_ERROR(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(MPI_COMM_WORLD, &value));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL));
  CHECK_ERROR(MPI_ERR_UNSUPPORTED_OPERATION, MPI_Close_port("none"));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Error_string(100, text, &value));
  CHECK_ERROR(MPI_ERR_OTHER, MPI_Init(NULL, NULL));
  CHECK_ERROR(MPI_ERR_BASE, MPI_Free_mem(&value));
  CHECK(MPI_Alloc_mem(100, MPI_INFO_NULL, &memory) == MPI_SUCCESS);
  memset(memory, 1, 100);
  CHECK(MPI_Free_mem(memory) == MPI_SUCCESS);
  MPI_Error_string(MPI_ERR_RANK, text, &value);
  CHECK(strcmp(text, "MPI_ERR_RANK: invalid rank") == 0);
}

static void own_classes(void) {
  int class, code, result, length;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &code);
  MPI_Add_error_string(code, "of the program's own");
  MPI_Error_class(code, &result);
  CHECK(result == class && class != code);
  MPI_Error_string(code, text, &length);
  CHECK(strcmp(text, "of the program's own") == 0);
}

static int handled, last_code;
static void handler(MPI_Comm* comm, int* code, ...) {
  int size_of_comm;
  MPI_Comm_size(*comm, &size_of_comm);
  ++handled;
  last_code = *code;
}

static void own_handler(void) {
  MPI_Errhandler own, in_force;
  MPI_Comm made;
  MPI_Comm_create_errhandler(handler, &own);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &in_force);
  CHECK(in_force == own);
  MPI_Errhandler_free(&in_force);
  CHECK(in_force == MPI_ERRHANDLER_NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, own); /* the program's own handle is still there */
  MPI_Errhandler_free(&own);
  CHECK(own == MPI_ERRHANDLER_NULL);
  CHECK(MPI_Send(NULL, 0, MPI_INT, -9, 0, MPI_COMM_WORLD) == MPI_ERR_RANK);
  CHECK(handled == 1 && last_code == MPI_ERR_RANK);
  MPI_Comm_dup(MPI_COMM_WORLD, &made); /* has the same handler */
  MPI_Comm_call_errhandler(made, MPI_ERR_OTHER);
  CHECK(handled == 2 && last_code == MPI_ERR_OTHER);
  MPI_Comm_free(&made);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &in_force);
  CHECK(in_force == MPI_ERRORS_RETURN);
}

/* A request's errors go to the handler of its communicator, whatever call completes it. */
enum Ending { by_wait, by_test, by_waitall, by_waitany, by_waitsome, ending_count };
static void ends_truncated(MPI_Request* request, int ending) {
  int count, place, flag = 0, code = MPI_SUCCESS;
  MPI_Status status = {.MPI_ERROR = MPI_SUCCESS};
  switch (ending) {
    case by_wait:
      CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Wait(request, &status));
      return;
    case by_test:
      while (!flag && code == MPI_SUCCESS) code = MPI_Test(request, &flag, &status);
      CHECK_ERROR(MPI_ERR_TRUNCATE, code);
      return;
    case by_waitall:
      CHECK_ERROR(MPI_ERR_IN_STATUS, MPI_Waitall(1, request, &status));
      CHECK_ERROR(MPI_ERR_TRUNCATE, status.MPI_ERROR);
      return;
    case by_waitany:
      CHECK_ERROR(MPI_ERR_TRUNCATE, MPI_Waitany(1, request, &place, &status));
      return;
    default:
      CHECK_ERROR(MPI_ERR_IN_STATUS, MPI_Waitsome(1, request, &count, &place, &status));
      CHECK_ERROR(MPI_ERR_TRUNCATE, status.MPI_ERROR);
  }
}

static void requests_of_another(void) {
  const int four[4] = {1, 2, 3, 4};
  int one;
  MPI_Comm self;
  MPI_Request request;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_dup(MPI_COMM_SELF, &self);
  MPI_Comm_set_errhandler(self, MPI_ERRORS_RETURN);
  for (int ending = 0; ending < ending_count; ++ending) {
    MPI_Irecv(&one, 1, MPI_INT, 0, 0, self, &request);
    MPI_Send(four, 4, MPI_INT, 0, 0, self);
    ends_truncated(&request, ending);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Recv_init(&one, 1, MPI_INT, 0, 0, self, &request);
    MPI_Start(&request);
    MPI_Send(four, 4, MPI_INT, 0, 0, self);
    ends_truncated(&request, ending);
    MPI_Request_free(&request);
  }
  MPI_Comm_free(&self);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  int value = 0;
  MPI_Request request;
  if (strcmp(what, "early") == 0) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(what, "returned") == 0) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    messages();
    others();
    own_classes();
    own_handler();
    requests_of_another();
    if (rank == 0) printf("all errors are well\n");
  }
  if (strcmp(what, "fatal") == 0 && rank == 1) MPI_Send(&value, 1, MPI_INT, 70, 0, MPI_COMM_WORLD);
  if (strcmp(what, "abort") == 0 && rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
  if (strcmp(what, "deadlock") == 0) MPI_Recv(&value, 1, MPI_INT, rank ^ 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (strcmp(what, "leak") == 0) MPI_Irecv(&value, 1, MPI_INT, rank ^ 1, 3, MPI_COMM_WORLD, &request);
  if (strcmp(what, "no_end") == 0) return 0;
  if (strcmp(what, "code") == 0) return 3;
  if (strcmp(what, "undefined") == 0) MPI_Send(&value, MPI_UNDEFINED, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (strcmp(what, "key") == 0) MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_KEYVAL_INVALID, &value);
  if (strcmp(what, "replace") == 0) MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_REPLACE, MPI_COMM_WORLD);
  if (strcmp(what, "amode") == 0) {
    MPI_File file;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_CREATE | MPI_MODE_APPEND, MPI_INFO_NULL, &file);
  }
  if (strcmp(what, "degree") == 0) {
    MPI_Comm graph;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, -1, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &graph);
  }
  if (strcmp(what, "port") == 0) MPI_Open_port(MPI_INFO_NULL, (char[MPI_MAX_PORT_NAME]){0});
  MPI_Finalize();
  if (strcmp(what, "late") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(what, "twice") == 0) MPI_Finalize();
  return 0;
}
