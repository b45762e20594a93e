/* nx.h: the message-passing calls of the iPSC/860, the Touchstone Delta and the Paragon, for programs that run as
 * nodes of an emulated machine (switchyard run --program ./a.out --machine ipsc860).
 *
 * After: iPSC/2 and iPSC/860 Programmer's Reference Manual, and Paragon C System Calls Reference Manual, Intel. */
#ifndef SWITCHYARD_NX_H
#define SWITCHYARD_NX_H

#include "../call_place.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Functions whose names begin with an underscore return -1 for a wrong call, and set errno; a wrong call of the same
 * function without the underscore ends the run. */
#define SWITCHYARD_NX(result, name, ...)                                                    \
  result name(__VA_ARGS__) SWITCHYARD_BOUND;                                                \
  result switchyard_nx_##name(const struct switchyard_call*, __VA_ARGS__) SWITCHYARD_BOUND; \
  long _##name(__VA_ARGS__) SWITCHYARD_BOUND;                                               \
  long switchyard_nx__##name(const struct switchyard_call*, __VA_ARGS__) SWITCHYARD_BOUND

/* Functions about the machine and this node, such as the number of nodes and clocks. */
long mynode(void) SWITCHYARD_BOUND;
long numnodes(void) SWITCHYARD_BOUND;
long nodedim(void) SWITCHYARD_BOUND;
long mypid(void) SWITCHYARD_BOUND;
long myptype(void) SWITCHYARD_BOUND;
long myhost(void) SWITCHYARD_BOUND;
long gray(long) SWITCHYARD_BOUND;
long ginv(long) SWITCHYARD_BOUND;
double dclock(void) SWITCHYARD_BOUND;
unsigned long mclock(void) SWITCHYARD_BOUND;

/* Messages. Those of types from 1000000000 on are sent by the protocol FORCED. A node of -1 means all other nodes (in
 * sends) or any node (in receives). A type of -1 means any type, and each other negative number a set of the types 0 to
 * 29, with a bit for each. */
SWITCHYARD_NX(void, csend, long type, const void* buffer, long count, long node, long pid);
SWITCHYARD_NX(void, crecv, long types, void* buffer, long count);
SWITCHYARD_NX(void, crecvx, long types, void* buffer, long count, long node, long pid, long* info);
SWITCHYARD_NX(long, csendrecv, long type, const void* out, long out_count, long node, long pid, long types, void* in,
              long in_count);
SWITCHYARD_NX(long, isend, long type, const void* buffer, long count, long node, long pid);
SWITCHYARD_NX(long, irecv, long types, void* buffer, long count);
SWITCHYARD_NX(long, irecvx, long types, void* buffer, long count, long node, long pid, long* info);
SWITCHYARD_NX(long, isendrecv, long type, const void* out, long out_count, long node, long pid, long types, void* in,
              long in_count);
SWITCHYARD_NX(void, gsendx, long type, const void* buffer, long count, const long* nodes, long node_count);
SWITCHYARD_NX(void, msgwait, long message);
SWITCHYARD_NX(long, msgdone, long message);
SWITCHYARD_NX(void, msgcancel, long message);
SWITCHYARD_NX(void, msgignore, long message);
SWITCHYARD_NX(long, msgmerge, long one, long other);
SWITCHYARD_NX(void, cprobe, long types);
SWITCHYARD_NX(void, cprobex, long types, long node, long pid, long* info);
SWITCHYARD_NX(long, iprobe, long types);
SWITCHYARD_NX(long, iprobex, long types, long node, long pid, long* info);
/* Handlers: each is called once, with type, count, node and process of the message (and the parameter), when the
 * message has arrived or has left. Handlers run while their node waits or polls, one at a time, and not after
 * masktrap(1) until masktrap(0). */
SWITCHYARD_NX(void, hrecv, long types, void* buffer, long count, void (*handler)(long, long, long, long));
SWITCHYARD_NX(void, hrecvx, long types, void* buffer, long count, long node, long pid,
              void (*handler)(long, long, long, long, long), long parameter);
SWITCHYARD_NX(void, hsend, long type, const void* buffer, long count, long node, long pid,
              void (*handler)(long, long, long, long));
SWITCHYARD_NX(void, hsendx, long type, const void* buffer, long count, long node, long pid,
              void (*handler)(long, long, long, long, long), long parameter);
SWITCHYARD_NX(long, masktrap, long masked);
/* killcube ends this node's own program; it cannot end those of other nodes. */
SWITCHYARD_NX(void, killcube, long node, long pid);
/* restrictvol does nothing, because there are no disk volumes. */
SWITCHYARD_NX(long, restrictvol, long file, long count, const long* volumes);
long infocount(void) SWITCHYARD_BOUND;
long infonode(void) SWITCHYARD_BOUND;
long infotype(void) SWITCHYARD_BOUND;
long infopid(void) SWITCHYARD_BOUND;
long infoptype(void) SWITCHYARD_BOUND;
void flick(void) SWITCHYARD_BOUND;
/* led does nothing, because there is no lamp. */
void led(long is_on) SWITCHYARD_BOUND;

/* Global operations: all nodes call them in the same order. The result is stored in the argument x; the argument work
 * is not used. */
void gsync(void) SWITCHYARD_BOUND;
void switchyard_nx_gsync(const struct switchyard_call*) SWITCHYARD_BOUND;
long _gsync(void) SWITCHYARD_BOUND;
long switchyard_nx__gsync(const struct switchyard_call*) SWITCHYARD_BOUND;
SWITCHYARD_NX(void, gcol, const void* x, long x_bytes, void* y, long y_bytes, long* count);
SWITCHYARD_NX(void, gcolx, const void* x, const long* x_bytes, void* y);
SWITCHYARD_NX(void, gopf, void* x, long bytes, void* work, long (*combine)(void*, void*));
SWITCHYARD_NX(void, gdsum, double* x, long n, double* work);
SWITCHYARD_NX(void, gdprod, double* x, long n, double* work);
SWITCHYARD_NX(void, gdhigh, double* x, long n, double* work);
SWITCHYARD_NX(void, gdlow, double* x, long n, double* work);
SWITCHYARD_NX(void, gssum, float* x, long n, float* work);
SWITCHYARD_NX(void, gsprod, float* x, long n, float* work);
SWITCHYARD_NX(void, gshigh, float* x, long n, float* work);
SWITCHYARD_NX(void, gslow, float* x, long n, float* work);
SWITCHYARD_NX(void, gisum, long* x, long n, long* work);
SWITCHYARD_NX(void, giprod, long* x, long n, long* work);
SWITCHYARD_NX(void, gihigh, long* x, long n, long* work);
SWITCHYARD_NX(void, gilow, long* x, long n, long* work);
SWITCHYARD_NX(void, giand, long* x, long n, long* work);
SWITCHYARD_NX(void, gior, long* x, long n, long* work);
SWITCHYARD_NX(void, gixor, long* x, long n, long* work);
SWITCHYARD_NX(void, gland, long* x, long n, long* work);
SWITCHYARD_NX(void, glor, long* x, long n, long* work);

#ifdef __cplusplus
}
#endif

#define csend(t, b, n, to, p) switchyard_nx_csend(SWITCHYARD_CALL("csend"), t, b, n, to, p)
#define crecv(t, b, n) switchyard_nx_crecv(SWITCHYARD_CALL("crecv"), t, b, n)
#define crecvx(t, b, n, from, p, i) switchyard_nx_crecvx(SWITCHYARD_CALL("crecvx"), t, b, n, from, p, i)
#define csendrecv(t, o, m, to, p, ts, b, n) \
  switchyard_nx_csendrecv(SWITCHYARD_CALL("csendrecv"), t, o, m, to, p, ts, b, n)
#define isend(t, b, n, to, p) switchyard_nx_isend(SWITCHYARD_CALL("isend"), t, b, n, to, p)
#define irecv(t, b, n) switchyard_nx_irecv(SWITCHYARD_CALL("irecv"), t, b, n)
#define irecvx(t, b, n, from, p, i) switchyard_nx_irecvx(SWITCHYARD_CALL("irecvx"), t, b, n, from, p, i)
#define isendrecv(t, o, m, to, p, ts, b, n) \
  switchyard_nx_isendrecv(SWITCHYARD_CALL("isendrecv"), t, o, m, to, p, ts, b, n)
#define gsendx(t, b, n, to, m) switchyard_nx_gsendx(SWITCHYARD_CALL("gsendx"), t, b, n, to, m)
#define msgwait(m) switchyard_nx_msgwait(SWITCHYARD_CALL("msgwait"), m)
#define msgdone(m) switchyard_nx_msgdone(SWITCHYARD_CALL("msgdone"), m)
#define msgcancel(m) switchyard_nx_msgcancel(SWITCHYARD_CALL("msgcancel"), m)
#define msgignore(m) switchyard_nx_msgignore(SWITCHYARD_CALL("msgignore"), m)
#define msgmerge(a, b) switchyard_nx_msgmerge(SWITCHYARD_CALL("msgmerge"), a, b)
#define cprobe(t) switchyard_nx_cprobe(SWITCHYARD_CALL("cprobe"), t)
#define cprobex(t, from, p, i) switchyard_nx_cprobex(SWITCHYARD_CALL("cprobex"), t, from, p, i)
#define iprobe(t) switchyard_nx_iprobe(SWITCHYARD_CALL("iprobe"), t)
#define iprobex(t, from, p, i) switchyard_nx_iprobex(SWITCHYARD_CALL("iprobex"), t, from, p, i)
#define hrecv(t, b, n, h) switchyard_nx_hrecv(SWITCHYARD_CALL("hrecv"), t, b, n, h)
#define hrecvx(t, b, n, from, p, h, a) switchyard_nx_hrecvx(SWITCHYARD_CALL("hrecvx"), t, b, n, from, p, h, a)
#define hsend(t, b, n, to, p, h) switchyard_nx_hsend(SWITCHYARD_CALL("hsend"), t, b, n, to, p, h)
#define hsendx(t, b, n, to, p, h, a) switchyard_nx_hsendx(SWITCHYARD_CALL("hsendx"), t, b, n, to, p, h, a)
#define masktrap(m) switchyard_nx_masktrap(SWITCHYARD_CALL("masktrap"), m)
#define killcube(n, p) switchyard_nx_killcube(SWITCHYARD_CALL("killcube"), n, p)
#define restrictvol(f, n, v) switchyard_nx_restrictvol(SWITCHYARD_CALL("restrictvol"), f, n, v)
#define gsync() switchyard_nx_gsync(SWITCHYARD_CALL("gsync"))
#define gcol(x, m, y, n, c) switchyard_nx_gcol(SWITCHYARD_CALL("gcol"), x, m, y, n, c)
#define gcolx(x, m, y) switchyard_nx_gcolx(SWITCHYARD_CALL("gcolx"), x, m, y)
#define gopf(x, m, w, f) switchyard_nx_gopf(SWITCHYARD_CALL("gopf"), x, m, w, f)
#define gdsum(x, n, w) switchyard_nx_gdsum(SWITCHYARD_CALL("gdsum"), x, n, w)
#define gdprod(x, n, w) switchyard_nx_gdprod(SWITCHYARD_CALL("gdprod"), x, n, w)
#define gdhigh(x, n, w) switchyard_nx_gdhigh(SWITCHYARD_CALL("gdhigh"), x, n, w)
#define gdlow(x, n, w) switchyard_nx_gdlow(SWITCHYARD_CALL("gdlow"), x, n, w)
#define gssum(x, n, w) switchyard_nx_gssum(SWITCHYARD_CALL("gssum"), x, n, w)
#define gsprod(x, n, w) switchyard_nx_gsprod(SWITCHYARD_CALL("gsprod"), x, n, w)
#define gshigh(x, n, w) switchyard_nx_gshigh(SWITCHYARD_CALL("gshigh"), x, n, w)
#define gslow(x, n, w) switchyard_nx_gslow(SWITCHYARD_CALL("gslow"), x, n, w)
#define gisum(x, n, w) switchyard_nx_gisum(SWITCHYARD_CALL("gisum"), x, n, w)
#define giprod(x, n, w) switchyard_nx_giprod(SWITCHYARD_CALL("giprod"), x, n, w)
#define gihigh(x, n, w) switchyard_nx_gihigh(SWITCHYARD_CALL("gihigh"), x, n, w)
#define gilow(x, n, w) switchyard_nx_gilow(SWITCHYARD_CALL("gilow"), x, n, w)
#define giand(x, n, w) switchyard_nx_giand(SWITCHYARD_CALL("giand"), x, n, w)
#define gior(x, n, w) switchyard_nx_gior(SWITCHYARD_CALL("gior"), x, n, w)
#define gixor(x, n, w) switchyard_nx_gixor(SWITCHYARD_CALL("gixor"), x, n, w)
#define gland(x, n, w) switchyard_nx_gland(SWITCHYARD_CALL("gland"), x, n, w)
#define glor(x, n, w) switchyard_nx_glor(SWITCHYARD_CALL("glor"), x, n, w)

#define _csend(t, b, n, to, p) switchyard_nx__csend(SWITCHYARD_CALL("csend"), t, b, n, to, p)
#define _crecv(t, b, n) switchyard_nx__crecv(SWITCHYARD_CALL("crecv"), t, b, n)
#define _crecvx(t, b, n, from, p, i) switchyard_nx__crecvx(SWITCHYARD_CALL("crecvx"), t, b, n, from, p, i)
#define _csendrecv(t, o, m, to, p, ts, b, n) \
  switchyard_nx__csendrecv(SWITCHYARD_CALL("csendrecv"), t, o, m, to, p, ts, b, n)
#define _isend(t, b, n, to, p) switchyard_nx__isend(SWITCHYARD_CALL("isend"), t, b, n, to, p)
#define _irecv(t, b, n) switchyard_nx__irecv(SWITCHYARD_CALL("irecv"), t, b, n)
#define _irecvx(t, b, n, from, p, i) switchyard_nx__irecvx(SWITCHYARD_CALL("irecvx"), t, b, n, from, p, i)
#define _isendrecv(t, o, m, to, p, ts, b, n) \
  switchyard_nx__isendrecv(SWITCHYARD_CALL("isendrecv"), t, o, m, to, p, ts, b, n)
#define _gsendx(t, b, n, to, m) switchyard_nx__gsendx(SWITCHYARD_CALL("gsendx"), t, b, n, to, m)
#define _msgwait(m) switchyard_nx__msgwait(SWITCHYARD_CALL("msgwait"), m)
#define _msgdone(m) switchyard_nx__msgdone(SWITCHYARD_CALL("msgdone"), m)
#define _msgcancel(m) switchyard_nx__msgcancel(SWITCHYARD_CALL("msgcancel"), m)
#define _msgignore(m) switchyard_nx__msgignore(SWITCHYARD_CALL("msgignore"), m)
#define _msgmerge(a, b) switchyard_nx__msgmerge(SWITCHYARD_CALL("msgmerge"), a, b)
#define _cprobe(t) switchyard_nx__cprobe(SWITCHYARD_CALL("cprobe"), t)
#define _cprobex(t, from, p, i) switchyard_nx__cprobex(SWITCHYARD_CALL("cprobex"), t, from, p, i)
#define _iprobe(t) switchyard_nx__iprobe(SWITCHYARD_CALL("iprobe"), t)
#define _iprobex(t, from, p, i) switchyard_nx__iprobex(SWITCHYARD_CALL("iprobex"), t, from, p, i)
#define _hrecv(t, b, n, h) switchyard_nx__hrecv(SWITCHYARD_CALL("hrecv"), t, b, n, h)
#define _hrecvx(t, b, n, from, p, h, a) switchyard_nx__hrecvx(SWITCHYARD_CALL("hrecvx"), t, b, n, from, p, h, a)
#define _hsend(t, b, n, to, p, h) switchyard_nx__hsend(SWITCHYARD_CALL("hsend"), t, b, n, to, p, h)
#define _hsendx(t, b, n, to, p, h, a) switchyard_nx__hsendx(SWITCHYARD_CALL("hsendx"), t, b, n, to, p, h, a)
#define _masktrap(m) switchyard_nx__masktrap(SWITCHYARD_CALL("masktrap"), m)
#define _killcube(n, p) switchyard_nx__killcube(SWITCHYARD_CALL("killcube"), n, p)
#define _restrictvol(f, n, v) switchyard_nx__restrictvol(SWITCHYARD_CALL("restrictvol"), f, n, v)
#define _gsync() switchyard_nx__gsync(SWITCHYARD_CALL("gsync"))
#define _gcol(x, m, y, n, c) switchyard_nx__gcol(SWITCHYARD_CALL("gcol"), x, m, y, n, c)
#define _gcolx(x, m, y) switchyard_nx__gcolx(SWITCHYARD_CALL("gcolx"), x, m, y)
#define _gopf(x, m, w, f) switchyard_nx__gopf(SWITCHYARD_CALL("gopf"), x, m, w, f)
#define _gdsum(x, n, w) switchyard_nx__gdsum(SWITCHYARD_CALL("gdsum"), x, n, w)
#define _gdprod(x, n, w) switchyard_nx__gdprod(SWITCHYARD_CALL("gdprod"), x, n, w)
#define _gdhigh(x, n, w) switchyard_nx__gdhigh(SWITCHYARD_CALL("gdhigh"), x, n, w)
#define _gdlow(x, n, w) switchyard_nx__gdlow(SWITCHYARD_CALL("gdlow"), x, n, w)
#define _gssum(x, n, w) switchyard_nx__gssum(SWITCHYARD_CALL("gssum"), x, n, w)
#define _gsprod(x, n, w) switchyard_nx__gsprod(SWITCHYARD_CALL("gsprod"), x, n, w)
#define _gshigh(x, n, w) switchyard_nx__gshigh(SWITCHYARD_CALL("gshigh"), x, n, w)
#define _gslow(x, n, w) switchyard_nx__gslow(SWITCHYARD_CALL("gslow"), x, n, w)
#define _gisum(x, n, w) switchyard_nx__gisum(SWITCHYARD_CALL("gisum"), x, n, w)
#define _giprod(x, n, w) switchyard_nx__giprod(SWITCHYARD_CALL("giprod"), x, n, w)
#define _gihigh(x, n, w) switchyard_nx__gihigh(SWITCHYARD_CALL("gihigh"), x, n, w)
#define _gilow(x, n, w) switchyard_nx__gilow(SWITCHYARD_CALL("gilow"), x, n, w)
#define _giand(x, n, w) switchyard_nx__giand(SWITCHYARD_CALL("giand"), x, n, w)
#define _gior(x, n, w) switchyard_nx__gior(SWITCHYARD_CALL("gior"), x, n, w)
#define _gixor(x, n, w) switchyard_nx__gixor(SWITCHYARD_CALL("gixor"), x, n, w)
#define _gland(x, n, w) switchyard_nx__gland(SWITCHYARD_CALL("gland"), x, n, w)
#define _glor(x, n, w) switchyard_nx__glor(SWITCHYARD_CALL("glor"), x, n, w)

#endif
