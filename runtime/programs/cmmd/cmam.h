/* cmam.h: active messages of the Connection Machine CM-5, for programs that run as nodes of an emulated machine
 * (switchyard run --program ./a.out --machine cm5): CMAM of Berkeley, and the names of CMMD 3 for the same.
 *
 * After: T. von Eicken, D. E. Culler, S. C. Goldstein, K. E. Schauser, "Active Messages" (1992), and the CMMD 3
 * reference manual, Thinking Machines. */
#ifndef SWITCHYARD_CMAM_H
#define SWITCHYARD_CMAM_H

#include "../call_place.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SWITCHYARD_CMAM(result, name, ...)   \
  result name(__VA_ARGS__) SWITCHYARD_BOUND; \
  result switchyard_cmmd_##name(const struct switchyard_call*, __VA_ARGS__) SWITCHYARD_BOUND
#define SWITCHYARD_CMAM_PLAIN(result, name) \
  result name(void) SWITCHYARD_BOUND;       \
  result switchyard_cmmd_##name(const struct switchyard_call*) SWITCHYARD_BOUND

/* A handler of an active message: a function of at most four arguments of 32 bits. It runs on the node that the message
 * is sent to, when that node polls or waits, and must not block. The macros below accept a handler of any type. */
typedef void (*CMAM_handler)(void);

SWITCHYARD_CMAM(void, CMAM_4, int node, CMAM_handler handler, int a, int b, int c, int d);
/* CMAM_reply_4 replies to an active message. It may be called only in a handler that was not called by a reply, once,
 * and for the node that the message came from. */
SWITCHYARD_CMAM(void, CMAM_reply_4, int node, CMAM_handler handler, int a, int b, int c, int d);
SWITCHYARD_CMAM_PLAIN(void, CMAM_poll);
/* CMAM_poll_until polls until *counter is at least value. CMAM_wait does the same, and then subtracts value from
 * *counter. */
SWITCHYARD_CMAM(void, CMAM_poll_until, volatile int* counter, int value);
SWITCHYARD_CMAM(void, CMAM_wait, volatile int* counter, int value);
/* CMAM_enable_interrupts and CMAM_disable_interrupts return whether interrupts were enabled before. They have no other
 * effect: handlers always run when their node polls or waits. */
int CMAM_enable_interrupts(void) SWITCHYARD_BOUND;
int CMAM_disable_interrupts(void) SWITCHYARD_BOUND;

/* CMAM_open_segment opens a segment: memory to which other nodes send so many bytes by CMAM_xfer. It returns the number
 * of the segment, to which senders add an offset of at most 8 MiB. When all bytes have arrived, end(info, memory) runs
 * as a handler, and the segment is closed. */
typedef void (*CMAM_end)(void);
SWITCHYARD_CMAM(int, CMAM_open_segment, void* memory, int bytes, CMAM_end end, void* info);
SWITCHYARD_CMAM(void, CMAM_xfer, int node, int segment, const void* from, int bytes);

/* Receive ports of CMMD 3: they are like segments of CMAM, but senders pass the number and the offset separately. */
SWITCHYARD_CMAM_PLAIN(int, CMAML_allocate_rport);
SWITCHYARD_CMAM(void, CMAML_free_rport, int port);
SWITCHYARD_CMAM(void, CMAML_set_rport_addr, int port, void* memory);
SWITCHYARD_CMAM(void, CMAML_set_rport_handler, int port, CMAM_end handler, void* argument);
SWITCHYARD_CMAM(void, CMAML_set_rport_total_nbytes, int port, int bytes);
/* CMAML_scopy sends bytes to a receive port. When the last byte has left the node, it calls sent(argument), if sent is
 * not null, and returns. */
SWITCHYARD_CMAM(void, CMAML_scopy, int node, int port, int align, int offset, const void* from, int bytes,
                CMAM_handler sent, void* argument);

#ifdef __cplusplus
}
#endif

/* Macros by which calls also pass their name and place in the source, for reports. */
#define SWITCHYARD_AT(name, ...) switchyard_cmmd_##name(SWITCHYARD_CALL(#name), __VA_ARGS__)
#define SWITCHYARD_REQUEST(name, n, f, a, b, c, d) \
  switchyard_cmmd_CMAM_4(SWITCHYARD_CALL(name), n, (CMAM_handler)(f), a, b, c, d)
#define SWITCHYARD_REPLY(name, n, f, a, b, c, d) \
  switchyard_cmmd_CMAM_reply_4(SWITCHYARD_CALL(name), n, (CMAM_handler)(f), a, b, c, d)

#define CMAM_4(n, f, a, b, c, d) SWITCHYARD_REQUEST("CMAM_4", n, f, a, b, c, d)
#define CMAM_request_4(n, f, a, b, c, d) SWITCHYARD_REQUEST("CMAM_request_4", n, f, a, b, c, d)
#define CMAML_request(n, f, a, b, c, d) SWITCHYARD_REQUEST("CMAML_request", n, f, a, b, c, d)
#define CMAML_rpc(n, f, a, b, c, d) SWITCHYARD_REQUEST("CMAML_rpc", n, f, a, b, c, d)
#define CMAM_reply_4(n, f, a, b, c, d) SWITCHYARD_REPLY("CMAM_reply_4", n, f, a, b, c, d)
#define CMAML_reply(n, f, a, b, c, d) SWITCHYARD_REPLY("CMAML_reply", n, f, a, b, c, d)
#define CMAM_poll() switchyard_cmmd_CMAM_poll(SWITCHYARD_CALL("CMAM_poll"))
#define CMAM_request_poll() switchyard_cmmd_CMAM_poll(SWITCHYARD_CALL("CMAM_request_poll"))
#define CMAM_reply_poll() switchyard_cmmd_CMAM_poll(SWITCHYARD_CALL("CMAM_reply_poll"))
#define CMAML_poll() switchyard_cmmd_CMAM_poll(SWITCHYARD_CALL("CMAML_poll"))
#define CMAML_poll_while_lt(p, v) switchyard_cmmd_CMAM_poll_until(SWITCHYARD_CALL("CMAML_poll_while_lt"), p, v)
#define CMAM_wait(p, v) SWITCHYARD_AT(CMAM_wait, p, v)
#define CMAM_poll_wait(p, v) switchyard_cmmd_CMAM_wait(SWITCHYARD_CALL("CMAM_poll_wait"), p, v)
#define CMAML_enable_interrupts() CMAM_enable_interrupts()
#define CMAML_disable_interrupts() CMAM_disable_interrupts()
#define CMAM_open_segment(m, n, f, i) SWITCHYARD_AT(CMAM_open_segment, m, n, (CMAM_end)(f), i)
#define CMAM_xfer(to, s, b, n) SWITCHYARD_AT(CMAM_xfer, to, s, b, n)
#define CMAML_allocate_rport() switchyard_cmmd_CMAML_allocate_rport(SWITCHYARD_CALL("CMAML_allocate_rport"))
#define CMAML_free_rport(p) SWITCHYARD_AT(CMAML_free_rport, p)
#define CMAML_set_rport_addr(p, m) SWITCHYARD_AT(CMAML_set_rport_addr, p, m)
#define CMAML_set_rport_handler(p, f, a) SWITCHYARD_AT(CMAML_set_rport_handler, p, (CMAM_end)(f), a)
#define CMAML_set_rport_total_nbytes(p, n) SWITCHYARD_AT(CMAML_set_rport_total_nbytes, p, n)
#define CMAML_scopy(to, p, l, o, b, n, f, a) SWITCHYARD_AT(CMAML_scopy, to, p, l, o, b, n, (CMAM_handler)(f), a)

#endif
