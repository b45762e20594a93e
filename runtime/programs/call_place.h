/* call_place.h: how programs tell where their calls stand: part of the header of each interface. */
#ifndef SWITCHYARD_CALL_PLACE_H
#define SWITCHYARD_CALL_PLACE_H

/* Where a call stands in the program; reports name it. */
struct switchyard_call {
  const char* name;
  const char* file;
  unsigned line;
};

/* The emulator binds these names when it loads the program; a program that is started directly finds none of them. */
#define SWITCHYARD_BOUND __attribute__((weak))

/* Calls tell where they stand. */
#define SWITCHYARD_CALL(name)                                                         \
  (__extension__({                                                                    \
    static const struct switchyard_call switchyard_here = {name, __FILE__, __LINE__}; \
    &switchyard_here;                                                                 \
  }))

#endif
