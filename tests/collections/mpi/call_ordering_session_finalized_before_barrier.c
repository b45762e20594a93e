// verdict: wrong
// class: call_ordering
// also: resource_leak
// nodes: 2
// call: MPI_Barrier:21
// why: The communicator is used after the last session of the program was finalised.
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
  MPI_Session_finalize (&session);
  MPI_Barrier (comm);
  return 0;
}
