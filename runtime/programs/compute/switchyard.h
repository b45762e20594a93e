/* switchyard.h: what a program can tell the emulator that it runs on, whatever interface it calls. */
#ifndef SWITCHYARD_SWITCHYARD_H
#define SWITCHYARD_SWITCHYARD_H

#include "../call_place.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The node computes for so many seconds. That is virtual time with --compute declared; otherwise it costs nothing. */
void switchyard_compute(double seconds) SWITCHYARD_BOUND;
void switchyard_compute_at(const struct switchyard_call*, double seconds) SWITCHYARD_BOUND;

#ifdef __cplusplus
}
#endif

#define switchyard_compute(s) switchyard_compute_at(SWITCHYARD_CALL("switchyard_compute"), s)

#endif
