/* cmmd.c: does as its first word says with the calls of CMMD and CMAM, and checks what they give. */
#include <cmmd.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                           \
  do {                                                        \
    if (!(what)) {                                            \
      printf("line %d does not hold: %s\n", __LINE__, #what); \
      exit(1);                                                \
    }                                                         \
  } while (0)

static int me, n, next, previous;

/* Twice around the ring, from node 0 on; once with an empty message. */
static void block(void) {
  int token = 0;
  if (n == 1) return;
  if (me > 0) {
    CMMD_receive_block(previous, 3, &token, sizeof(token));
    CHECK(CMMD_bytes_received() == sizeof(token) && CMMD_msg_sender() == previous && CMMD_msg_tag() == 3);
  }
  token += me;
  CMMD_send_block(next, 3, &token, sizeof(token));
  if (me == 0) CMMD_receive_block(CMMD_ANY_NODE, CMMD_ANY_TAG, &token, 100);
  if (me == 0) CHECK(token == n * (n - 1) / 2 && CMMD_bytes_received() == 4 && CMMD_msg_sender() == n - 1);
  if (me > 0) CMMD_receive_block(previous, 0, NULL, 0);
  CMMD_send_block(next, 0, NULL, 0);
  if (me == 0) CMMD_receive_block(previous, 0, NULL, 0);
}

static void both_ways(void) {
  int pair[2], in = -1;
  pair[0] = me;
  pair[1] = 7 * me;
  if ((me ^ 1) < n) {
    CMMD_swap(me ^ 1, pair, sizeof(pair));
    CHECK(pair[0] == (me ^ 1) && pair[1] == 7 * (me ^ 1));
  }
  CMMD_send_and_receive(previous, 4, &in, sizeof(in), next, 4, &me, sizeof(me));
  CHECK(in == previous && CMMD_msg_sender() == previous && CMMD_msg_tag() == 4);
}

static void strided(void) {
  short column[12], rows[12];
  int i;
  for (i = 0; i < 12; ++i) column[i] = (short)(100 * me + i), rows[i] = -1;
  if (n == 1) return;
  if (me == 0) CMMD_send_v(1, 5, &column[1], 2, 6, 4); /* 1, 4, 7, 10 */
  if (me == 1) {
    CMMD_receive_v(0, 5, rows, 4, 8, 2); /* in pairs: 0 1, 4 5 */
    CHECK(rows[0] == 1 && rows[1] == 4 && rows[2] == -1 && rows[4] == 7 && rows[5] == 10 && rows[6] == -1);
    CHECK(CMMD_bytes_received() == 8);
  }
}

static int called[16];
static void note_done(CMMD_mcb message, void* which) {
  called[*(int*)which] += 1;
  CHECK(CMMD_msg_done(message));
}

static void asynchronous(void) {
  static int out[16], in[16];
  int zero = 0, one = 1, i, sum = 0;
  CMMD_mcb sends[16], receives[16], first;
  for (i = 0; i < n; ++i) {
    out[i] = 1000 * me + i;
    receives[i] = CMMD_receive_async(CMMD_ANY_NODE, 6, &in[i], sizeof(int), note_done, &zero);
  }
  for (i = 0; i < n; ++i) sends[i] = CMMD_send_async(i, 6, &out[i], sizeof(int), note_done, &one);
  first = receives[0];
  CHECK(CMMD_msg_done(first) + called[0] == (called[0] ? 2 : 0));
  while (!CMMD_msg_done(first)) continue;
  CHECK(called[0] == 1);
  CMMD_msg_wait(first); /* once more is no mistake, and calls nothing */
  CHECK(called[0] == 1 && CMMD_mcb_tag(first) == 6 && CMMD_mcb_bytes(first) == 4);
  CHECK(in[0] == 1000 * CMMD_mcb_source(first) + me);
  CMMD_all_msgs_wait();
  CHECK(CMMD_all_msgs_done() && called[0] == n && called[1] == n);
  for (i = 0; i < n; ++i) {
    sum += in[i];
    CMMD_free_mcb(sends[i]);
    CMMD_free_mcb(receives[i]);
  }
  CHECK(sum == 1000 * n * (n - 1) / 2 + n * me);
  CMMD_receive_async(CMMD_ANY_NODE, 77, in, 4, NULL, NULL); /* nobody sends it: taken back at the end */
}

static void without_waiting(void) {
  int out = 40 + me, in = 0, tries = 0;
  CHECK(CMMD_receive_noblock(CMMD_ANY_NODE, 8, &in, 4) == 0);
  CMMD_sync_with_nodes();
  CMMD_send_noblock(next, 8, &out, 4);
  out = -1; /* it has been copied */
  while (!CMMD_msg_pending(previous, 8)) ++tries;
  CHECK(CMMD_bytes_received() == 4 && CMMD_msg_sender() == previous && !CMMD_msg_pending(previous, 9));
  CHECK(CMMD_receive_noblock(previous, CMMD_ANY_TAG, &in, 4) == 1);
  CHECK(in == 40 + previous);
}

static void reductions(void) {
  double vector[3], sums[3];
  unsigned large = 0xfffffff0u + (unsigned)me;
  CHECK(CMMD_reduce_int(me + 1, CMMD_combiner_add) == n * (n + 1) / 2);
  CHECK(CMMD_reduce_int(-me, CMMD_combiner_min) == 1 - n && CMMD_reduce_int(-me, CMMD_combiner_max) == 0);
  CHECK(CMMD_reduce_int(me == n - 1 ? 4 : 0, CMMD_combiner_ior) == 4);
  CHECK(CMMD_reduce_int(1, CMMD_combiner_xor) == n % 2);
  CHECK(CMMD_reduce_uint(large, CMMD_combiner_umax) == 0xfffffff0u + (unsigned)n - 1);
  CHECK(CMMD_reduce_float(0.5f, CMMD_combiner_fadd) == 0.5f * (float)n);
  CHECK(CMMD_reduce_double(me, CMMD_combiner_dmax) == n - 1);
  vector[0] = me, vector[1] = 1, vector[2] = -me;
  CMMD_reduce_v(sums, vector, 3, CMMD_combiner_add, CMMD_double);
  CHECK(sums[0] == n * (n - 1) / 2 && sums[1] == n && sums[2] == -sums[0] && vector[1] == 1);
}

static int value_of(int node) { return 3 * node + 1; }
static int bit_of(int node) { return node % 3 == 1; }

/* As the manual says it, one value after another. */
static int expected_scan(CMMD_scan_direction_t direction, CMMD_segment_mode_t mode, CMMD_scan_inclusion_t inclusion) {
  int step = direction == CMMD_upward ? 1 : -1, sum = 0, node, boundary;
  for (node = direction == CMMD_upward ? 0 : n - 1; node >= 0 && node < n; node += step) {
    boundary = mode == CMMD_segment_bit && direction == CMMD_downward ? node + 1 : node;
    if (mode != CMMD_none && boundary < n && bit_of(boundary)) sum = 0;
    if (node == me && inclusion == CMMD_exclusive) return sum;
    sum += value_of(node);
    if (node == me) return sum;
  }
  return -1;
}

static void scans(void) {
  int direction, mode, inclusion, expected;
  for (direction = 0; direction < 2; ++direction) {
    for (mode = 0; mode < 3; ++mode) {
      for (inclusion = 0; inclusion < 2; ++inclusion) {
        CMMD_scan_direction_t way = (CMMD_scan_direction_t)direction;
        CMMD_segment_mode_t segments = (CMMD_segment_mode_t)mode;
        CMMD_scan_inclusion_t with = (CMMD_scan_inclusion_t)inclusion;
        expected = expected_scan(way, segments, with);
        CHECK(CMMD_scan_int(value_of(me), CMMD_combiner_add, way, segments, bit_of(me), with) == expected);
        CHECK(CMMD_scan_double(value_of(me), CMMD_combiner_dadd, way, segments, bit_of(me), with) == expected);
      }
    }
  }
  CHECK(CMMD_scan_uint((unsigned)me, CMMD_combiner_max, CMMD_upward, CMMD_none, 0, CMMD_inclusive) == (unsigned)me);
  CHECK(CMMD_scan_float(1, CMMD_combiner_add, CMMD_downward, CMMD_none, 0, CMMD_exclusive) == (float)(n - 1 - me));
}

static void all_nodes(void) {
  int all[16], i, root, word;
  CMMD_concat_with_nodes(&me, all, sizeof(me));
  for (i = 0; i < n; ++i) CHECK(all[i] == i);
  for (root = 0; root < n; root += 3) {
    word = me == root ? 50 + root : 0;
    if (me == root)
      CMMD_bc_to_nodes(&word, sizeof(word));
    else
      CMMD_receive_bc_from_node(&word, sizeof(word));
    CHECK(word == 50 + root);
  }
}

static void global_or(void) {
  CMMD_set_global_or(0);
  CMMD_sync_with_nodes();
  CHECK(!CMMD_get_global_or());
  CMMD_sync_with_nodes();
  if (me == n - 1) CMMD_set_global_or(1);
  while (!CMMD_get_global_or()) continue;
  CMMD_sync_with_nodes();
  CMMD_set_global_or(0);
  CMMD_sync_with_nodes();
  CHECK(!CMMD_get_global_or());
}

static void timers(void) {
  double first;
  CMMD_node_timer_clear(2);
  CHECK(CMMD_node_timer_elapsed(2) == 0);
  CMMD_node_timer_start(2);
  CMMD_reduce_int(1, CMMD_combiner_add);
  CMMD_node_timer_stop(2);
  first = CMMD_node_timer_elapsed(2);
  CHECK(first > 0.5e-6 && first < 0.1 && CMMD_node_timer_busy(2) == first && CMMD_node_timer_idle(2) == 0);
  CMMD_node_timer_start(2);
  CHECK(CMMD_node_timer_elapsed(2) > first);
}

static void output(void) {
  if (me == 0)
    CMMD_reduce_int(1, CMMD_combiner_add);
  else
    CMMD_reduce_int(1, CMMD_combiner_add), CMMD_node_timer_clear(0); /* at other times than node 0 */
  CMMD_fset_io_mode(stdout, CMMD_sync_seq);
  printf("in order\n");
  CMMD_fset_io_mode(stdout, CMMD_sync_bc);
  printf("once\n");
  CMMD_fset_io_mode(stdout, CMMD_independent);
}

/* --- active messages --- */

static volatile int sum, replies, ended;
static int last[4];
static void take_reply(int a, int b) {
  CHECK(a == 11 && b == 22);
  ++replies;
}
static void take(int from, int b, int c, int d) {
  last[0] = from, last[1] = b, last[2] = c, last[3] = d;
  sum += from;
  CMAM_reply_4(from, take_reply, 11, 22, 0, 0);
}
static void print_in_handler(void) {
  printf("in the handler\n");
  ++sum;
}

static void requests(void) {
  int i;
  for (i = 1; i < n; ++i) CMAM_4((me + i) % n, take, me, -2, 0x7fffffff, i);
  CMAML_poll_while_lt(&replies, n - 1);
  CMAM_poll_wait(&replies, n - 1);
  CHECK(replies == 0 && (n == 1 || (last[1] == -2 && last[2] == 0x7fffffff)));
  while (sum < n * (n - 1) / 2 - me) CMAM_poll();
  CMMD_sync_with_nodes();
  sum = 0;
  if (me == 0 && n > 1) CMAML_request(n - 1, print_in_handler, 0, 0, 0, 0);
  if (me == n - 1 && n > 1) CMAM_wait(&sum, 1);
  CMMD_sync_with_nodes();
  CHECK(CMAM_enable_interrupts() == 0 && CMAM_disable_interrupts() == 1);
}

/* Handlers also run where a node waits in any other call. */
static void passive(void) {
  if (n == 1) return;
  if (me == 0) {
    CMMD_receive_block(1, 0, NULL, 0);
    CHECK(sum == 1);
  } else if (me == 1) {
    CMAM_request_4(0, take, me, 0, 0, 0);
    CMAM_wait(&replies, 1);
    CMMD_send_block(0, 0, NULL, 0);
  }
}

static char memory[1000], info_of_end[] = "info";
static void end_of_segment(void* info, void* base) {
  CHECK(base == memory && info == info_of_end);
  ++ended;
}
static void bulk(void) {
  char half[500];
  int segment = CMAM_open_segment(memory, 1000, end_of_segment, info_of_end), port, segments[16];
  if (n == 1) exit(0); /* nobody sends */
  CMMD_concat_with_nodes(&segment, segments, sizeof(segment));
  memset(half, me, sizeof(half));
  CMAM_xfer(next, segments[next] + 500, half, 500);
  CMAM_xfer(next, segments[next], half, 500);
  CMAM_wait(&ended, 1);
  CHECK(memory[0] == previous && memory[999] == previous);
  CMMD_sync_with_nodes();
  port = CMAML_allocate_rport();
  CHECK(port == 0); /* the segment's, which is closed */
  CMAML_set_rport_addr(port, memory);
  CMAML_set_rport_handler(port, end_of_segment, info_of_end);
  CMAML_set_rport_total_nbytes(port, 500);
  CMMD_sync_with_nodes();
  memset(half, 100 + me, sizeof(half));
  CMAML_scopy(next, port, 0, 0, half, 500, NULL, NULL);
  CMAM_wait(&ended, 1);
  CHECK(memory[499] == 100 + previous && memory[500] == previous);
  CMAML_free_rport(port);
}

/* --- what is wrong --- */

static void block_in_handler(void) { CMMD_send_block(0, 0, NULL, 0); }
static void exit_in_handler(void) { exit(0); }
static void crash_in_handler(void) { *(volatile int*)NULL = 1; }
#ifdef __cplusplus
static void throw_in_handler(void) { throw 1; }
#endif
static void check_in_handler(void) { CMMD_node_timer_clear(0); }
static void reply_elsewhere(void) { CMAM_reply_4(2, print_in_handler, 0, 0, 0, 0); }
static void reply_again(int from) {
  CMAM_reply_4(from, take_reply, 11, 22, 0, 0);
  CMAM_reply_4(from, take_reply, 11, 22, 0, 0);
}

/* A message that is not waited for. */
static void left(void) {
  int value = me;
  if (me == 0) CMMD_send_async(1, 3, &value, sizeof value, NULL, NULL);
  if (me == 1) CMMD_receive_block(0, 3, &value, sizeof value);
}

static void wrong(const char* what) {
  char byte = 0;
#define WRONG(name) else if (strcmp(what, #name) == 0)
  if (me > 0) { /* handlers run meanwhile */
    CMMD_receive_block(0, 0, &byte, 1);
    return;
  }
  if (strcmp(what, "length") == 0) CMMD_send_block(1, 0, &byte, -1);
  WRONG(null) CMMD_receive_block(1, 0, NULL, 4);
  WRONG(node) CMMD_send_block(n, 0, &byte, 1);
  WRONG(negative) CMMD_receive_block(-2, 0, &byte, 1);
  WRONG(tag) CMMD_send_block(1, -1, &byte, 1);
  WRONG(message) CMMD_msg_wait(3);
  WRONG(freed) {
    CMMD_mcb message = CMMD_receive_async(1, 0, &byte, 1, NULL, NULL);
    CMMD_free_mcb(message);
  }
  WRONG(combiner) CMMD_reduce_float(1, CMMD_combiner_xor);
  WRONG(timer) CMMD_node_timer_start(64);
  WRONG(outside) CMAM_reply_4(1, take, 0, 0, 0, 0);
  WRONG(foreign) CMAM_4(1, exit, 0, 0, 0, 0);
  WRONG(itself) CMAM_4(0, take, 0, 0, 0, 0);
  WRONG(segment) CMAM_open_segment(&byte, 0, NULL, NULL);
  WRONG(blocks) CMAM_4(1, block_in_handler, 0, 0, 0, 0);
  WRONG(exits) CMAM_4(1, exit_in_handler, 0, 0, 0, 0);
  WRONG(crashes) CMAM_4(1, crash_in_handler, 0, 0, 0, 0);
#ifdef __cplusplus
  WRONG(throws) CMAM_4(1, throw_in_handler, 0, 0, 0, 0);
#endif
  WRONG(clock) CMAM_4(1, check_in_handler, 0, 0, 0, 0);
  WRONG(elsewhere) CMAM_4(1, reply_elsewhere, 0, 0, 0, 0);
  WRONG(again) CMAM_4(1, reply_again, 0, 0, 0, 0);
  CMMD_receive_block(1, 0, &byte, 1);
}

int main(int argc, char** argv) {
  const char* what = argv[1];
  int token = 0;
  me = CMMD_self_address();
  n = CMMD_partition_size();
  next = (me + 1) % n;
  previous = (me + n - 1) % n;
  CMMD_enable_host();
  if (argc > 2)
    wrong(argv[2]);
  else if (strcmp(what, "messages") == 0)
    block(), both_ways(), strided(), asynchronous(), without_waiting();
  else if (strcmp(what, "collectives") == 0)
    reductions(), scans(), all_nodes(), timers();
  else if (strcmp(what, "global_or") == 0)
    global_or();
  else if (strcmp(what, "output") == 0)
    output();
  else if (strcmp(what, "active") == 0)
    requests();
  else if (strcmp(what, "passive") == 0)
    passive();
  else if (strcmp(what, "bulk") == 0)
    bulk();
  else if (strcmp(what, "left") == 0)
    left();
  else if (strcmp(what, "deadlock") == 0)
    CMMD_receive_block(next, 9, &token, 4);
  else if (strcmp(what, "poll") == 0)
    CMAM_wait(&sum, 1);
  else if (strcmp(what, "silent") == 0)
    CMMD_receive_bc_from_node(&token, 4);
  else if (strcmp(what, "several") == 0)
    CMMD_bc_to_nodes(&token, 4);
  else if (strcmp(what, "unlike") == 0)
    CMMD_reduce_int(1, me == 0 ? CMMD_combiner_max : CMMD_combiner_add);
  return 0;
}
