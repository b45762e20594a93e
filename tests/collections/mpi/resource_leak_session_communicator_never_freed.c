// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Comm_create_from_group:18
// why: The last session is finalised, and the communicator that comes from it is still there.
#include <mpi.h>

int
main (void)
{
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;

  MPI_Session_init (MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset (session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group (group, "here", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free (&group);
  MPI_Barrier (comm);
  MPI_Session_finalize (&session);
  return 0;
}
