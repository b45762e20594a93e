// verdict: wrong
// class: invalid_parameter
// also: call_ordering
// nodes: 2
// call: MPI_Group_from_session_pset:19
// why: The handle of the session is used after MPI_Session_finalize.
#include <mpi.h>

int
main (void)
{
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session old;
  MPI_Session_init (MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  old = session;
  MPI_Session_finalize (&session);
  MPI_Group_from_session_pset (old, "mpi://WORLD", &group);
  comm = MPI_COMM_NULL;
  return 0;
}
