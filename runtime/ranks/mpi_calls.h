/* mpi_calls.h: the calls of MPI that this project needs, as functions of a module that is loaded at run time.
 *
 * Implementations of MPI differ in their binary interfaces. So mpi_calls.c is compiled into one module for each
 * implementation that is found, by its own compiler mpicc, and the program itself is linked with none: it loads the
 * module of the implementation whose mpirun has started it. Arguments and results of a module's functions have plain C
 * types.
 *
 * Any thread may call these functions, but only one thread at a time. */
#ifndef SWITCHYARD_MPI_CALLS_H
#define SWITCHYARD_MPI_CALLS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SWITCHYARD_MPI_CALLS_VERSION = 1 };

/* A message that is under way: the MPI_Request, which is a pointer or a number, depending on the implementation. */
typedef unsigned long long switchyard_mpi_request;

struct switchyard_mpi_calls {
  int version; /* SWITCHYARD_MPI_CALLS_VERSION when the module was compiled */

  /* Starts MPI. Returns 0, or 1 and the reason why it cannot. */
  int (*start)(int* rank, int* ranks, char* reason, size_t size);
  void (*finish)(void);
  void (*end_all)(int code); /* ends all ranks with this exit code */
  void (*describe)(char* text, size_t size);

  switchyard_mpi_request (*send)(const void* data, size_t bytes, int to, int tag);
  /* Receives from any rank if `from` is negative. */
  switchyard_mpi_request (*receive)(void* data, size_t bytes, int from, int tag);
  /* Returns whether the message is done. If it is, the request must not be used any more. */
  int (*test)(switchyard_mpi_request* request);
  /* Returns whether there is a message with this tag; if so, `from` is its sender's rank and `bytes` its size. */
  int (*probe)(int tag, int* from, size_t* bytes);

  void (*barrier)(void);
  double (*seconds)(void);
};

/* The one function that a module exports: returns its calls of MPI. */
const struct switchyard_mpi_calls* switchyard_mpi_module(void);

#ifdef __cplusplus
}
#endif
#endif
