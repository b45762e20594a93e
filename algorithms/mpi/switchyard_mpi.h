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
 * Only this header calls MPI. The program's own compiler compiles it, so that it works with every implementation of
 * MPI. The schedules come from the library switchyard-schedule, which does not use MPI.
 *
 * The arguments are those of MPI_Alltoallv; MPI_IN_PLACE is not taken. All ranks of the communicator, which must not be
 * an intercommunicator, make each call, with the same schedule: a name of switchyard_schedule.h, or
 *
 *   "auto"   the persistent form tries out several schedules in its first runs, which move the data as all others do,
 *            and keeps the fastest. A single switchyard_alltoallv() has no time to try: it takes "ac", all messages at
 *            once.
 *
 * Every function returns MPI_SUCCESS or the code of an error, for which the communicator's error handler has been
 * called. All ranks find the same error. The errors are: the schedule does not exist or does not suit the messages; the
 * ranks name different schedules; a rank expects another number of bytes than is sent to it. */
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

/* Makes a persistent exchange. It keeps copies of counts and displacements; each run reads and writes the buffers. */
SWITCHYARD_MPI_FUNCTION int switchyard_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                                      MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                                      const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                                      const char* schedule, switchyard_exchange** exchange);
/* Carries the exchange out once, and returns when this rank's messages have come and its buffers can be used. */
SWITCHYARD_MPI_FUNCTION int switchyard_exchange_run(switchyard_exchange* exchange);
SWITCHYARD_MPI_FUNCTION void switchyard_exchange_free(switchyard_exchange** exchange);

/* The name of the schedule that the exchange uses; with "auto" the schedule changes until the choice is made. */
SWITCHYARD_MPI_FUNCTION const char* switchyard_exchange_schedule(const switchyard_exchange* exchange);
/* The number of further runs of the exchange that "auto" needs to choose a schedule. */
SWITCHYARD_MPI_FUNCTION int switchyard_exchange_trials(const switchyard_exchange* exchange);
/* The seconds that this rank took to make the schedule, including the communication that making it needs. */
SWITCHYARD_MPI_FUNCTION double switchyard_exchange_making(const switchyard_exchange* exchange);

#include "switchyard_mpi_exchange.h"
#endif
