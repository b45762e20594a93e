// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: MPI_Comm_create_from_group:22
// why: The two processes give different string tags for one communicator.
#include <mpi.h>

int
main (void)
{
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  int rank;
  MPI_Session_init (MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset (session, "mpi://WORLD", &group);
  MPI_Group_rank (group, &rank);
  const char *tags[2] = { "one", "other" };
  const char *tag = tags[rank];

  MPI_Comm_create_from_group (group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free (&group);
  MPI_Comm_free (&comm);
  MPI_Session_finalize (&session);
  return 0;
}
