/* switchyard_mpi.h: MPI_Alltoallv by the schedules of the literature, for MPI programs in C (from C99 on) and C++.
 *
 *   switchyard_alltoallv(out, out_counts, out_places, MPI_DOUBLE, in, in_counts, in_places, MPI_DOUBLE, comm, "rs_nl");
 *
 *   switchyard_exchange* exchange;                      // the same messages again and again: the schedule is made once
 *   switchyard_alltoallv_init(out, ..., comm, "auto", &exchange);
 *   while (...) switchyard_exchange_run(exchange);
 *   switchyard_exchange_free(&exchange);
 *
 *   mpicc program.c $(pkg-config --cflags --libs switchyard-schedule)
 *
 * This header is all that calls MPI: the program's own compiler makes code of it, so that it serves every
 * implementation of MPI. The schedules come from the library, which knows none.
 *
 * The arguments are those of MPI_Alltoallv; MPI_IN_PLACE is not taken. All ranks of the communicator, which must not be
 * an intercommunicator, make each call, with the same schedule: a name of switchyard_schedule.h, or
 *
 *   "auto"   the persistent form tries out schedules in its first uses, each of which moves the data as any other, and
 *            keeps the fastest. The other form has no time to try: it takes "ac", all messages at once.
 *
 * Every function returns MPI_SUCCESS or a code of an error, for which the communicator's error handler has been called.
 * All ranks find the same error: a schedule that is not there or not for these messages; another one on another rank; a
 * rank that expects other bytes than are sent to it. */
#ifndef SWITCHYARD_MPI_H_SCHEDULED
#define SWITCHYARD_MPI_H_SCHEDULED

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "switchyard_schedule.h"

#if defined(__GNUC__)
#define SWITCHYARD_MPI_FUNCTION static __attribute__((unused))
#else
#define SWITCHYARD_MPI_FUNCTION static
#endif

typedef struct switchyard_exchange switchyard_exchange;

SWITCHYARD_MPI_FUNCTION int switchyard_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                                 MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                                 const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                                 const char* schedule);

/* Makes the exchange, which keeps copies of counts and displacements; the buffers are read and written by each use. */
SWITCHYARD_MPI_FUNCTION int switchyard_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                                      MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                                      const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                                      const char* schedule, switchyard_exchange** exchange);
/* Carries the exchange out once, and returns when this rank's messages have come and its buffers can be used. */
SWITCHYARD_MPI_FUNCTION int switchyard_exchange_run(switchyard_exchange* exchange);
SWITCHYARD_MPI_FUNCTION void switchyard_exchange_free(switchyard_exchange** exchange);

/* The name of the schedule in use; with "auto" it changes until the choice is made. */
SWITCHYARD_MPI_FUNCTION const char* switchyard_exchange_schedule(const switchyard_exchange* exchange);
/* How many uses "auto" still needs for its choice. */
SWITCHYARD_MPI_FUNCTION int switchyard_exchange_trials(const switchyard_exchange* exchange);
/* The seconds that this rank took to make the schedule, with the messages that this needs. */
SWITCHYARD_MPI_FUNCTION double switchyard_exchange_making(const switchyard_exchange* exchange);

#include "switchyard_mpi_exchange.h"
#endif
