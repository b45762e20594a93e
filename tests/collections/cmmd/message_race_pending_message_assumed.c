// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: CMMD_msg_pending:16
// why: Which message of three is pending first is left to chance, but node 3's is expected.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, from, v = 5 * me, last = 4;
  if (me != 0) {
    CMMD_send_noblock(0, 6, &v, sizeof v);
    return 0;
  }
  for (k = 0; k < 3; k++) {
    while (!CMMD_msg_pending(CMMD_ANY_NODE, 6)) continue;
    from = CMMD_msg_sender();
    CMMD_receive_block(from, 6, &v, sizeof v);
    if (from >= last || v != 5 * from) return 1;
    last = from;
  }
  return 0;
}
