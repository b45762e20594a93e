// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A timer is cleared, started, stopped and read.
#include <cmmd.h>

int main(void) {
  double e;
  CMMD_node_timer_clear(63);
  CMMD_node_timer_start(63);
  CMMD_sync_with_nodes();
  CMMD_node_timer_stop(63);
  e = CMMD_node_timer_elapsed(63);
  return e >= 0.0 ? 0 : 1;
}
