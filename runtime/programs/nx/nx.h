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

#define SWITCHYARD_NX(result, name, ...)     \
  result name(__VA_ARGS__) SWITCHYARD_BOUND; \
  result switchyard_nx_##name(const struct switchyard_call*, __VA_ARGS__) SWITCHYARD_BOUND

/* The machine and this node. */
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

/* Messages. A type from 1000000000 on is sent FORCED. A node of -1 is all others (sends) or any (receives); a type of
 * -1 is any, and negative ones besides are sets of the types 0 to 29, by bits. */
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
long infocount(void) SWITCHYARD_BOUND;
long infonode(void) SWITCHYARD_BOUND;
long infotype(void) SWITCHYARD_BOUND;
long infopid(void) SWITCHYARD_BOUND;
long infoptype(void) SWITCHYARD_BOUND;
void flick(void) SWITCHYARD_BOUND;

/* Global operations: all nodes call them in the same order. Results are left in x; work is not needed here. */
void gsync(void) SWITCHYARD_BOUND;
void switchyard_nx_gsync(const struct switchyard_call*) SWITCHYARD_BOUND;
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

#endif
