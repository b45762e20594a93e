#include "mpi_calls.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* Stores an MPI_Request, which is a pointer or a number, in a switchyard_mpi_request, into which both fit. */
static switchyard_mpi_request as_number(MPI_Request request) {
  switchyard_mpi_request number = 0;
  memcpy(&number, &request, sizeof request);
  return number;
}

static MPI_Request as_request(switchyard_mpi_request number) {
  MPI_Request request;
  memcpy(&request, &number, sizeof request);
  return request;
}

static int start(int* rank, int* ranks, char* reason, size_t size) {
  int provided = 0;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
      provided < MPI_THREAD_SERIALIZED) {
    snprintf(reason, size, "MPI offers no calls by several threads in turn");
    return 1;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, ranks);
  return 0;
}

static void finish(void) { MPI_Finalize(); }

static void end_all(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

static void describe(char* text, size_t size) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(version, &length);
  snprintf(text, size, "%.*s", (int)strcspn(version, "\n,"), version);
}

static switchyard_mpi_request send(const void* data, size_t bytes, int to, int tag) {
  MPI_Request request;
  MPI_Isend(data, (int)bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
  return as_number(request);
}

static switchyard_mpi_request receive(void* data, size_t bytes, int from, int tag) {
  MPI_Request request;
  MPI_Irecv(data, (int)bytes, MPI_BYTE, from < 0 ? MPI_ANY_SOURCE : from, tag, MPI_COMM_WORLD, &request);
  return as_number(request);
}

static int test(switchyard_mpi_request* number) {
  MPI_Request request = as_request(*number);
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  return done;
}

static int probe(int tag, int* from, size_t* bytes) {
  MPI_Status status;
  int there = 0, count = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
  if (!there) return 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  *from = status.MPI_SOURCE;
  *bytes = (size_t)count;
  return 1;
}

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

const struct switchyard_mpi_calls* switchyard_mpi_module(void) {
  static const struct switchyard_mpi_calls calls = {
      SWITCHYARD_MPI_CALLS_VERSION, start, finish, end_all, describe, send, receive, test, probe, barrier, MPI_Wtime};
  return &calls;
}
