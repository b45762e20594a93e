// verdict: wrong
// class: resource_leak
// also: none
// nodes: 2
// call: MPI_Session_init:16
// why: The program ends with its session open.
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
  MPI_Comm_free (&comm);
  return 0;
}
