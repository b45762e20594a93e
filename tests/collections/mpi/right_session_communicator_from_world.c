// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Without MPI_Init, a session gives a group of all processes, and the group a communicator; all is freed.
#include <mpi.h>

int
main (void)
{
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  int rank, sum;
  MPI_Session_init (MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset (session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group (group, "here", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free (&group);
  MPI_Comm_rank (comm, &rank);
  MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free (&comm);
  MPI_Session_finalize (&session);
  return 0;
}
