/* mpi_tools.c: the tool information interface, which has nothing to tell here. */
#include "mpi_check.h"

int main(int argc, char** argv) {
  int provided, number = -1, index, rank, length = 0;
  MPI_T_pvar_session session, other;
  MPI_T_event_registration registration;
  char name[8];
  CHECK(MPI_T_cvar_get_num(&number) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS); /* before MPI_Init */
  CHECK(MPI_T_cvar_get_num(&number) == MPI_SUCCESS && number == 0);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  number = -1;
  CHECK(MPI_T_pvar_get_num(&number) == MPI_SUCCESS && number == 0);
  number = -1;
  CHECK(MPI_T_category_get_num(&number) == MPI_SUCCESS && number == 0);
  CHECK(MPI_T_category_changed(&number) == MPI_SUCCESS);
  CHECK(MPI_T_category_get_cvars(0, 1, &number) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_cvar_get_index("eager_limit", &index) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_cvar_get_info(0, name, &length, &number, NULL, NULL, name, &length, &number, &number) ==
        MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_get_num(&number) == MPI_SUCCESS && number == 0);
  CHECK(MPI_T_source_get_num(&number) == MPI_SUCCESS && number == 0);
  CHECK(MPI_T_event_get_index("message", &index) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_category_get_num_events(0, &number) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_session_create(&other) == MPI_SUCCESS && other != session);
  CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_HANDLE_NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS && session == MPI_T_PVAR_SESSION_NULL);
  CHECK(MPI_T_pvar_session_free(&session) == MPI_T_ERR_INVALID_SESSION);
  CHECK(MPI_T_pvar_start(other, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  MPI_T_finalize();
  MPI_Finalize();
  CHECK(MPI_T_finalize() == MPI_SUCCESS); /* after MPI_Finalize */
  CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
  if (rank == 0) printf("there are neither variables nor categories\n");
  return 0;
}
