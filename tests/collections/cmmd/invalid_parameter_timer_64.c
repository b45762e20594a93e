// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: CMMD_node_timer_clear:13
// why: There are timers 0 to 63 only.
#include <cmmd.h>
#define TIMERS 64

int main(void) {
  int t, bad = 0;
  for (t = TIMERS - 1; t <= TIMERS; t++) {
    CMMD_node_timer_clear(t);
    bad |= CMMD_node_timer_elapsed(t) != 0.0;
  }
  CMMD_sync_with_nodes();
  return bad;
}
