/* mpi_sessions.c CASE: sessions, on any number of nodes from 2 on. "alone" has no MPI_Init, and "beside" has it, too;
 * the other cases are errors that end the run. */
#include "mpi_check.h"

static int rank, size;

static MPI_Comm comm_from(MPI_Session session, const char* process_set, const char* tag) {
  MPI_Group group;
  MPI_Comm made;
  MPI_Group_from_session_pset(session, process_set, &group);
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &made);
  MPI_Group_free(&group);
  return made;
}

static void process_sets(MPI_Session session) {
  int count, length = 0, flag;
  char name[MPI_MAX_PSET_NAME_LEN], text[20];
  MPI_Info info;
  MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
  CHECK(count == 2);
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, NULL);
  CHECK(length == sizeof "mpi://WORLD");
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
  CHECK(strcmp(name, "mpi://WORLD") == 0);
  length = 5;
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, &length, name);
  CHECK(strcmp(name, "mpi:") == 0 && length == sizeof "mpi://SELF");
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, &length, name);
  CHECK(strcmp(name, "mpi://SELF") == 0);
  MPI_Session_get_pset_info(session, "mpi://SELF", &info);
  length = sizeof text;
  MPI_Info_get_string(info, "mpi_size", &length, text, &flag);
  CHECK(flag && strcmp(text, "1") == 0);
  MPI_Info_free(&info);
}

static void infos(void) {
  MPI_Info info, used;
  MPI_Session session;
  int flag, length = 20;
  char text[20];
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "MPI_THREAD_SINGLE");
  MPI_Info_set(info, "own", "value");
  MPI_Session_init(info, MPI_ERRORS_RETURN, &session);
  MPI_Info_free(&info);
  MPI_Session_get_info(session, &used);
  MPI_Info_get_string(used, "own", &length, text, &flag);
  CHECK(flag && strcmp(text, "value") == 0);
  MPI_Info_get_string(used, "thread_level", &length, text, &flag);
  CHECK(flag);
  MPI_Info_free(&used);
  MPI_Session_finalize(&session);
  CHECK(session == MPI_SESSION_NULL);
}

static void communicators(MPI_Session session) {
  int sum = 0, own, token = 0, members;
  MPI_Comm world = comm_from(session, "mpi://WORLD", "tests.world"),
           alone = comm_from(session, "mpi://SELF", "tests.self");
  MPI_Comm copy, other;
  MPI_Group group, mine;
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  MPI_Comm_size(alone, &members);
  CHECK(members == 1 && size > 1);
  own = rank;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, world);
  CHECK(sum == size * (size - 1) / 2);
  MPI_Sendrecv(&own, 1, MPI_INT, (rank + 1) % size, 0, &token, 1, MPI_INT, (rank + size - 1) % size, 0, world,
               MPI_STATUS_IGNORE);
  CHECK(token == (rank + size - 1) % size);
  MPI_Comm_dup(world, &copy);
  MPI_Comm_free(&copy);
  /* Each member makes a communicator of its own. */
  MPI_Comm_group(world, &group);
  MPI_Group_incl(group, 1, (int[]){rank}, &mine);
  MPI_Comm_create_from_group(mine, "tests.one", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &other);
  MPI_Comm_size(other, &members);
  CHECK(members == 1);
  MPI_Group_free(&mine);
  MPI_Group_free(&group);
  MPI_Comm_free(&other);
  MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "tests.none", MPI_INFO_NULL, MPI_ERRORS_RETURN, &other);
  CHECK(other == MPI_COMM_NULL);
  MPI_Comm_free(&alone);
  MPI_Comm_free(&world);
}

/* Rank 0 alone, and the others, whose leader is the last one. */
static void intercommunicator(MPI_Session session) {
  int all, here, there, sum = 0;
  MPI_Group world, first, others;
  MPI_Comm both;
  MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
  MPI_Group_size(world, &all);
  MPI_Group_incl(world, 1, (int[]){0}, &first);
  MPI_Group_excl(world, 1, (int[]){0}, &others);
  if (rank == 0) {
    MPI_Intercomm_create_from_groups(first, 0, others, all - 2, "tests.inter", MPI_INFO_NULL, MPI_ERRORS_RETURN, &both);
  } else {
    MPI_Intercomm_create_from_groups(others, all - 2, first, 0, "tests.inter", MPI_INFO_NULL, MPI_ERRORS_RETURN, &both);
  }
  MPI_Comm_size(both, &here);
  MPI_Comm_remote_size(both, &there);
  CHECK(here == (rank == 0 ? 1 : all - 1) && there == all - here);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, both);
  CHECK(sum == (rank == 0 ? all * (all - 1) / 2 : 0));
  MPI_Comm_free(&both);
  MPI_Group_free(&world);
  MPI_Group_free(&first);
  MPI_Group_free(&others);
}

static int handled;
static MPI_Session handled_of;
static void handler(MPI_Session* session, int* code, ...) {
  handled = *code;
  handled_of = *session;
}

static void errors(MPI_Session session) {
  MPI_Errhandler own, same;
  MPI_Session none;
  MPI_Group group;
  MPI_Comm comm = MPI_COMM_NULL;
  int count;
  CHECK_ERROR(MPI_ERR_ARG, MPI_Group_from_session_pset(session, "mpi://NOBODY", &group));
  CHECK_ERROR(MPI_ERR_ARG, MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 2, &count, NULL));
  MPI_Session_create_errhandler(handler, &own);
  MPI_Session_set_errhandler(session, own);
  MPI_Session_get_errhandler(session, &same);
  CHECK(same == own);
  MPI_Errhandler_free(&same);
  MPI_Group_from_session_pset(session, "mpi://NOBODY", &group);
  CHECK(handled == MPI_ERR_ARG && handled_of == session);
  MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
  CHECK(handled == MPI_ERR_OTHER);
  handled = 0;
  CHECK_ERROR(MPI_ERR_INFO, MPI_Session_init((MPI_Info)12345L, own, &none));
  CHECK(handled == MPI_ERR_INFO);
  MPI_Errhandler_free(&own);
  MPI_Session_set_errhandler(session, MPI_ERRORS_ABORT);
  MPI_Session_get_errhandler(session, &same);
  CHECK(same == MPI_ERRORS_ABORT);
  MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_ERR_GROUP,
              MPI_Comm_create_from_group(MPI_GROUP_NULL, "tests", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
  char long_tag[MPI_MAX_STRINGTAG_LEN + 1];
  memset(long_tag, 'a', sizeof long_tag - 1);
  long_tag[sizeof long_tag - 1] = '\0';
  CHECK_ERROR(MPI_ERR_ARG,
              MPI_Comm_create_from_group(MPI_GROUP_EMPTY, long_tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
}

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "alone";
  MPI_Session session, second;
  MPI_Comm comm;
  int flag, number = 0;
  if (strcmp(what, "early") == 0)
    MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "early", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  if (strcmp(what, "beside") == 0) MPI_Init(&argc, &argv);
  infos();
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
  CHECK(session != second);
  MPI_Session_finalize(&second);
  MPI_Initialized(&flag);
  CHECK(flag == (strcmp(what, "beside") == 0));
  if (strcmp(what, "no_world") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(what, "finalize") == 0) MPI_Finalize();
  process_sets(session);
  communicators(session);
  intercommunicator(session);
  errors(session);
  comm = comm_from(session, "mpi://WORLD", "tests.last");
  if (strcmp(what, "beside") == 0) {
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize(); /* the session, and what comes from it, last longer */
  }
  number = rank == 0 ? 7 : 0;
  MPI_Bcast(&number, 1, MPI_INT, 0, comm);
  CHECK(number == 7);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  if (strcmp(what, "late") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(what, "twice") == 0) MPI_Session_finalize(&session);
  if (rank == 0) printf("sessions of %d nodes are well\n", size);
  return 0;
}
