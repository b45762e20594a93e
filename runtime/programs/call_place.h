/* call_place.h: how the calls of a program pass their name, file and line; included by the header of each interface. */
#ifndef SWITCHYARD_CALL_PLACE_H
#define SWITCHYARD_CALL_PLACE_H

/* The name of a called function, and the place of the call in the program's source, which reports name. */
struct switchyard_call {
  const char* name;
  const char* file;
  unsigned line;
};

/* The emulator binds these names when it loads the program; a program that is started directly finds none of them. */
#define SWITCHYARD_BOUND __attribute__((weak))

/* The address of a static switchyard_call for this place, which the macros of the interfaces pass with each call. */
#if defined(__cplusplus) && __cplusplus >= 201103L /* calls may stand outside of functions, in initialisers */
#define SWITCHYARD_CALL(name)                                                         \
  ([]() -> const struct switchyard_call* {                                            \
    static const struct switchyard_call switchyard_here = {name, __FILE__, __LINE__}; \
    return &switchyard_here;                                                          \
  }())
#else
#define SWITCHYARD_CALL(name)                                                         \
  (__extension__({                                                                    \
    static const struct switchyard_call switchyard_here = {name, __FILE__, __LINE__}; \
    &switchyard_here;                                                                 \
  }))
#endif

#endif
