// verdict: wrong
// class: deadlock
// also: buffering_hazard
// nodes: 3
// call: CMMD_send_block:10
// why: All nodes of the open chain send both edges before they receive any; the send to a neighbour that is in a send too never ends.
#include <cmmd.h>

static void give(int node, double v) {
  CMMD_send_block(node, 1, &v, sizeof v);
}
static double take(int node) {
  double v;
  CMMD_receive_block(node, 1, &v, sizeof v);
  return v;
}

int main(void) {
  int me = CMMD_self_address(), last = CMMD_partition_size() - 1;
  double edge = 3.0 * me, lo = 0.0, hi = 0.0;
  if (me > 0) give(me - 1, edge);
  if (me < last) give(me + 1, edge);
  if (me > 0) lo = take(me - 1);
  if (me < last) hi = take(me + 1);
  return (me == 0 || lo == edge - 3.0) && (me == last || hi == edge + 3.0) ? 0 : 1;
}
