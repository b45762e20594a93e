// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Even nodes send their edges first, odd ones receive first, on an open chain.
#include <cmmd.h>

static void give(int node, double v) { CMMD_send_block(node, 1, &v, sizeof v); }
static double take(int node) {
  double v;
  CMMD_receive_block(node, 1, &v, sizeof v);
  return v;
}

int main(void) {
  int me = CMMD_self_address(), last = CMMD_partition_size() - 1;
  double edge = 3.0 * me, lo = 0.0, hi = 0.0;
  if (me % 2 == 0) {
    if (me < last) give(me + 1, edge);
    if (me > 0) give(me - 1, edge);
    if (me < last) hi = take(me + 1);
    if (me > 0) lo = take(me - 1);
  } else {
    lo = take(me - 1);
    if (me < last) hi = take(me + 1);
    give(me - 1, edge);
    if (me < last) give(me + 1, edge);
  }
  return (me == 0 || lo == edge - 3.0) && (me == last || hi == edge + 3.0) ? 0 : 1;
}
