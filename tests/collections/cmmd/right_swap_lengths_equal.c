// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both nodes swap two words.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), e[2];
  e[0] = e[1] = 5 + me;
  CMMD_swap(1 - me, e, sizeof e);
  CMMD_sync_with_nodes();
  return e[0] == 6 - me && e[1] == 6 - me ? 0 : 1;
}
