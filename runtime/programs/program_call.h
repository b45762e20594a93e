/* program_call.h: how headers for programs say where a call stands. */
#ifndef SWITCHYARD_PROGRAM_CALL_H
#define SWITCHYARD_PROGRAM_CALL_H

/* Where a call stands in the program; reports name it. */
struct switchyard_call {
  const char* name;
  const char* file;
  unsigned line;
};

/* The emulator binds these names when it loads the program; a program that is started directly finds none of them. */
#define SWITCHYARD_BOUND __attribute__((weak))

#define SWITCHYARD_CALL(name)                                                                     \
  (__extension__({                                                                                \
    static const struct switchyard_call switchyard_here = {name, __FILE__, __LINE__};             \
    &switchyard_here;                                                                             \
  }))

#endif
