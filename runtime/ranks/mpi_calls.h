/* mpi_calls.h: what this project asks of MPI, as functions of a module that is loaded at run time.
 *
 * Implementations of MPI differ in their binary interfaces. So mpi_calls.c is compiled once for each that is found, by
 * its own compiler mpicc, and the program itself links none: it loads the module of the implementation whose mpirun has
 * started it. Everything that crosses this border is a plain C type.
 *
 * Any thread may make a call, one at a time. */
#ifndef SWITCHYARD_MPI_CALLS_H
#define SWITCHYARD_MPI_CALLS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SWITCHYARD_MPI_CALLS_VERSION = 1 };

/* A message that is under way: a pointer or a number, whatever MPI has. */
typedef unsigned long long switchyard_mpi_request;

struct switchyard_mpi_calls {
  int version; /* SWITCHYARD_MPI_CALLS_VERSION of the file that was compiled */

  /* Starts MPI. Returns 0, or 1 and the reason why it cannot. */
  int (*start)(int* rank, int* ranks, char* reason, size_t size);
  void (*finish)(void);
  void (*end_all)(int code); /* ends all ranks with this exit code */
  void (*describe)(char* text, size_t size);

  switchyard_mpi_request (*send)(const void* data, size_t bytes, int to, int tag);
  /* Receives from any rank if `from` is negative. */
  switchyard_mpi_request (*receive)(void* data, size_t bytes, int from, int tag);
  /* Returns whether the message is done. Afterwards the request must not be used any more. */
  int (*test)(switchyard_mpi_request* request);
  /* Returns whether there is a message with this tag, of which rank, and how long it is. */
  int (*probe)(int tag, int* from, size_t* bytes);

  void (*barrier)(void);
  double (*seconds)(void);
};

/* The one function of a module. */
const struct switchyard_mpi_calls* switchyard_mpi_module(void);

#ifdef __cplusplus
}
#endif
#endif
