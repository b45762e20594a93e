/* switchyard.h: functions by which a program can tell something to the emulator that runs it, such as how long it
 * computes. They can be used with any interface (MPI, NX or CMMD). */
#ifndef SWITCHYARD_SWITCHYARD_H
#define SWITCHYARD_SWITCHYARD_H

#include "../call_place.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Declares that the node computes for so many seconds. With the option --compute declared, the call takes this much
 * virtual time; otherwise it takes none. */
void switchyard_compute(double seconds) SWITCHYARD_BOUND;
void switchyard_compute_at(const struct switchyard_call*, double seconds) SWITCHYARD_BOUND;

#ifdef __cplusplus
}
#endif

#define switchyard_compute(s) switchyard_compute_at(SWITCHYARD_CALL("switchyard_compute"), s)

#endif
