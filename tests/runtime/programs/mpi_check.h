/* mpi_check.h: for programs that test MPI. A condition that does not hold ends the node with its line. */
#ifndef MPI_CHECK_H
#define MPI_CHECK_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                       \
    }                                                                \
  } while (0)

/* The class of the error that a call returns. */
static inline int class_of(int code) {
  int class = -1;
  MPI_Error_class(code, &class);
  return class;
}
#define CHECK_ERROR(expected, call) CHECK(class_of(call) == (expected))
#endif
