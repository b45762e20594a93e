/* cmmd.h: the message-passing library of the Connection Machine CM-5, for programs without a host that run as nodes of
 * an emulated machine (switchyard run --program ./a.out --machine cm5).
 *
 * After: CMMD Reference Manual, version 3, Thinking Machines Corporation. */
#ifndef SWITCHYARD_CMMD_H
#define SWITCHYARD_CMMD_H

#include <stdio.h>

#include "cmam.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TRUE
#define TRUE 1
#define FALSE 0
#endif

#define CMMD_ANY_NODE (-1)
#define CMMD_ANY_TAG (-1)
#define CMMD_DEFAULT_TAG 0
#define CMMD_ERRVAL (-1)

#define SWITCHYARD_CMMD(result, name, ...)   \
  result name(__VA_ARGS__) SWITCHYARD_BOUND; \
  result switchyard_cmmd_##name(const struct switchyard_call*, __VA_ARGS__) SWITCHYARD_BOUND
#define SWITCHYARD_CMMD_PLAIN(result, name) \
  result name(void) SWITCHYARD_BOUND;       \
  result switchyard_cmmd_##name(const struct switchyard_call*) SWITCHYARD_BOUND

/* The number of this node, and the number of nodes in the partition. CMMD_enable_host has no effect. */
int CMMD_self_address(void) SWITCHYARD_BOUND;
int CMMD_partition_size(void) SWITCHYARD_BOUND;
void CMMD_enable_host(void) SWITCHYARD_BOUND;

/* Messages. Lengths are in bytes; tags are 0 and above. Sends wait for their receives. */
SWITCHYARD_CMMD(int, CMMD_send_block, int node, int tag, const void* buffer, int length);
SWITCHYARD_CMMD(int, CMMD_receive_block, int node, int tag, void* buffer, int length);
SWITCHYARD_CMMD(int, CMMD_send_v, int node, int tag, const void* buffer, int element, int stride, int count);
SWITCHYARD_CMMD(int, CMMD_receive_v, int node, int tag, void* buffer, int element, int stride, int count);
SWITCHYARD_CMMD(int, CMMD_swap, int node, void* buffer, int length);
SWITCHYARD_CMMD(int, CMMD_send_and_receive, int source, int source_tag, void* in, int in_length, int node, int tag,
                const void* out, int out_length);
/* CMMD_send_noblock copies the message and returns at once; CMMD_receive_noblock returns 0 if there is no message
 * yet. */
SWITCHYARD_CMMD(int, CMMD_send_noblock, int node, int tag, const void* buffer, int length);
SWITCHYARD_CMMD(int, CMMD_receive_noblock, int node, int tag, void* buffer, int length);
SWITCHYARD_CMMD(int, CMMD_msg_pending, int node, int tag);
/* Length, sender and tag of the last message that this node has received, or has found by CMMD_msg_pending. */
int CMMD_bytes_received(void) SWITCHYARD_BOUND;
int CMMD_msg_sender(void) SWITCHYARD_BOUND;
int CMMD_msg_tag(void) SWITCHYARD_BOUND;

/* Asynchronous messages. Each has a number, which is valid until CMMD_free_mcb. The call that finds a message done
 * calls done(number, argument), if done is not null. */
typedef int CMMD_mcb;
typedef void (*CMMD_done)(CMMD_mcb, void*);
SWITCHYARD_CMMD(CMMD_mcb, CMMD_send_async, int node, int tag, const void* buffer, int length, CMMD_done done,
                void* argument);
SWITCHYARD_CMMD(CMMD_mcb, CMMD_receive_async, int node, int tag, void* buffer, int length, CMMD_done done,
                void* argument);
SWITCHYARD_CMMD(int, CMMD_msg_done, CMMD_mcb message);
SWITCHYARD_CMMD(int, CMMD_msg_wait, CMMD_mcb message);
SWITCHYARD_CMMD_PLAIN(int, CMMD_all_msgs_done);
SWITCHYARD_CMMD_PLAIN(int, CMMD_all_msgs_wait);
SWITCHYARD_CMMD(int, CMMD_free_mcb, CMMD_mcb message);
SWITCHYARD_CMMD(int, CMMD_mcb_source, CMMD_mcb message);
SWITCHYARD_CMMD(int, CMMD_mcb_tag, CMMD_mcb message);
SWITCHYARD_CMMD(int, CMMD_mcb_bytes, CMMD_mcb message);

/* Global operations: all nodes call them in the same order, with the same sizes. */
typedef enum {
  CMMD_combiner_add,
  CMMD_combiner_max,
  CMMD_combiner_min,
  CMMD_combiner_ior,
  CMMD_combiner_xor
} CMMD_combiner_t;
#define CMMD_combiner_uadd CMMD_combiner_add
#define CMMD_combiner_fadd CMMD_combiner_add
#define CMMD_combiner_dadd CMMD_combiner_add
#define CMMD_combiner_umax CMMD_combiner_max
#define CMMD_combiner_fmax CMMD_combiner_max
#define CMMD_combiner_dmax CMMD_combiner_max
#define CMMD_combiner_umin CMMD_combiner_min
#define CMMD_combiner_fmin CMMD_combiner_min
#define CMMD_combiner_dmin CMMD_combiner_min
typedef enum { CMMD_upward, CMMD_downward } CMMD_scan_direction_t;
/* Where the segments of a scan begin: nowhere; at nodes that set the bit, in the direction of the scan; or at nodes
 * that set the bit, which is always the lower end of a segment. */
typedef enum { CMMD_none, CMMD_start_bit, CMMD_segment_bit } CMMD_segment_mode_t;
typedef enum { CMMD_inclusive, CMMD_exclusive } CMMD_scan_inclusion_t;
typedef enum { CMMD_int, CMMD_uint, CMMD_float, CMMD_double } CMMD_type_t;

SWITCHYARD_CMMD_PLAIN(void, CMMD_sync_with_nodes);
SWITCHYARD_CMMD(int, CMMD_reduce_int, int value, CMMD_combiner_t combiner);
SWITCHYARD_CMMD(unsigned, CMMD_reduce_uint, unsigned value, CMMD_combiner_t combiner);
SWITCHYARD_CMMD(float, CMMD_reduce_float, float value, CMMD_combiner_t combiner);
SWITCHYARD_CMMD(double, CMMD_reduce_double, double value, CMMD_combiner_t combiner);
SWITCHYARD_CMMD(void, CMMD_reduce_v, void* to, const void* from, int count, CMMD_combiner_t combiner, CMMD_type_t type);
SWITCHYARD_CMMD(int, CMMD_scan_int, int value, CMMD_combiner_t combiner, CMMD_scan_direction_t direction,
                CMMD_segment_mode_t mode, int bit, CMMD_scan_inclusion_t inclusion);
SWITCHYARD_CMMD(unsigned, CMMD_scan_uint, unsigned value, CMMD_combiner_t combiner, CMMD_scan_direction_t direction,
                CMMD_segment_mode_t mode, int bit, CMMD_scan_inclusion_t inclusion);
SWITCHYARD_CMMD(float, CMMD_scan_float, float value, CMMD_combiner_t combiner, CMMD_scan_direction_t direction,
                CMMD_segment_mode_t mode, int bit, CMMD_scan_inclusion_t inclusion);
SWITCHYARD_CMMD(double, CMMD_scan_double, double value, CMMD_combiner_t combiner, CMMD_scan_direction_t direction,
                CMMD_segment_mode_t mode, int bit, CMMD_scan_inclusion_t inclusion);
SWITCHYARD_CMMD(void, CMMD_concat_with_nodes, const void* element, void* all, int element_length);
SWITCHYARD_CMMD(void, CMMD_bc_to_nodes, const void* buffer, int length);
SWITCHYARD_CMMD(void, CMMD_receive_bc_from_node, void* buffer, int length);
/* The global or: each node sets a bit of its own, and can ask whether any node's bit is set. Neither call waits for
 * other nodes. */
SWITCHYARD_CMMD(void, CMMD_set_global_or, int value);
SWITCHYARD_CMMD_PLAIN(int, CMMD_get_global_or);

/* Timers of the node, which have the numbers 0 to 63. Times are in seconds. */
SWITCHYARD_CMMD(int, CMMD_node_timer_clear, int timer);
SWITCHYARD_CMMD(int, CMMD_node_timer_start, int timer);
SWITCHYARD_CMMD(int, CMMD_node_timer_stop, int timer);
SWITCHYARD_CMMD(double, CMMD_node_timer_elapsed, int timer);
SWITCHYARD_CMMD(double, CMMD_node_timer_busy, int timer);
SWITCHYARD_CMMD(double, CMMD_node_timer_idle, int timer);

/* How lines on standard output are shown: each node's lines as it prints them; in the order of the nodes, which print
 * together; or once, as all nodes print the same. */
typedef enum { CMMD_independent, CMMD_sync_seq, CMMD_sync_bc } CMMD_io_mode_t;
SWITCHYARD_CMMD(int, CMMD_fset_io_mode, FILE* stream, CMMD_io_mode_t mode);

#ifdef __cplusplus
}
#endif

#define CMMD_send_block(a, b, c, d) SWITCHYARD_AT(CMMD_send_block, a, b, c, d)
#define CMMD_receive_block(a, b, c, d) SWITCHYARD_AT(CMMD_receive_block, a, b, c, d)
#define CMMD_send_v(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_send_v, a, b, c, d, e, f)
#define CMMD_receive_v(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_receive_v, a, b, c, d, e, f)
#define CMMD_swap(a, b, c) SWITCHYARD_AT(CMMD_swap, a, b, c)
#define CMMD_send_and_receive(a, b, c, d, e, f, g, h) SWITCHYARD_AT(CMMD_send_and_receive, a, b, c, d, e, f, g, h)
#define CMMD_send_noblock(a, b, c, d) SWITCHYARD_AT(CMMD_send_noblock, a, b, c, d)
#define CMMD_receive_noblock(a, b, c, d) SWITCHYARD_AT(CMMD_receive_noblock, a, b, c, d)
#define CMMD_msg_pending(a, b) SWITCHYARD_AT(CMMD_msg_pending, a, b)
#define CMMD_send_async(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_send_async, a, b, c, d, e, f)
#define CMMD_receive_async(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_receive_async, a, b, c, d, e, f)
#define CMMD_msg_done(a) SWITCHYARD_AT(CMMD_msg_done, a)
#define CMMD_msg_wait(a) SWITCHYARD_AT(CMMD_msg_wait, a)
#define CMMD_all_msgs_done() switchyard_cmmd_CMMD_all_msgs_done(SWITCHYARD_CALL("CMMD_all_msgs_done"))
#define CMMD_all_msgs_wait() switchyard_cmmd_CMMD_all_msgs_wait(SWITCHYARD_CALL("CMMD_all_msgs_wait"))
#define CMMD_free_mcb(a) SWITCHYARD_AT(CMMD_free_mcb, a)
#define CMMD_mcb_source(a) SWITCHYARD_AT(CMMD_mcb_source, a)
#define CMMD_mcb_tag(a) SWITCHYARD_AT(CMMD_mcb_tag, a)
#define CMMD_mcb_bytes(a) SWITCHYARD_AT(CMMD_mcb_bytes, a)
#define CMMD_sync_with_nodes() switchyard_cmmd_CMMD_sync_with_nodes(SWITCHYARD_CALL("CMMD_sync_with_nodes"))
#define CMMD_reduce_int(a, b) SWITCHYARD_AT(CMMD_reduce_int, a, b)
#define CMMD_reduce_uint(a, b) SWITCHYARD_AT(CMMD_reduce_uint, a, b)
#define CMMD_reduce_float(a, b) SWITCHYARD_AT(CMMD_reduce_float, a, b)
#define CMMD_reduce_double(a, b) SWITCHYARD_AT(CMMD_reduce_double, a, b)
#define CMMD_reduce_v(a, b, c, d, e) SWITCHYARD_AT(CMMD_reduce_v, a, b, c, d, e)
#define CMMD_scan_int(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_scan_int, a, b, c, d, e, f)
#define CMMD_scan_uint(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_scan_uint, a, b, c, d, e, f)
#define CMMD_scan_float(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_scan_float, a, b, c, d, e, f)
#define CMMD_scan_double(a, b, c, d, e, f) SWITCHYARD_AT(CMMD_scan_double, a, b, c, d, e, f)
#define CMMD_concat_with_nodes(a, b, c) SWITCHYARD_AT(CMMD_concat_with_nodes, a, b, c)
#define CMMD_bc_to_nodes(a, b) SWITCHYARD_AT(CMMD_bc_to_nodes, a, b)
#define CMMD_receive_bc_from_node(a, b) SWITCHYARD_AT(CMMD_receive_bc_from_node, a, b)
#define CMMD_set_global_or(a) SWITCHYARD_AT(CMMD_set_global_or, a)
#define CMMD_get_global_or() switchyard_cmmd_CMMD_get_global_or(SWITCHYARD_CALL("CMMD_get_global_or"))
#define CMMD_node_timer_clear(a) SWITCHYARD_AT(CMMD_node_timer_clear, a)
#define CMMD_node_timer_start(a) SWITCHYARD_AT(CMMD_node_timer_start, a)
#define CMMD_node_timer_stop(a) SWITCHYARD_AT(CMMD_node_timer_stop, a)
#define CMMD_node_timer_elapsed(a) SWITCHYARD_AT(CMMD_node_timer_elapsed, a)
#define CMMD_node_timer_busy(a) SWITCHYARD_AT(CMMD_node_timer_busy, a)
#define CMMD_node_timer_idle(a) SWITCHYARD_AT(CMMD_node_timer_idle, a)
#define CMMD_fset_io_mode(a, b) SWITCHYARD_AT(CMMD_fset_io_mode, a, b)
#define CMMD_poll() switchyard_cmmd_CMAM_poll(SWITCHYARD_CALL("CMMD_poll"))

#endif
