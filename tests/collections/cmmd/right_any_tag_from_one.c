// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Any tag, but all messages from one node, which come in the order of sending.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), v = 0, k;
  for (k = 1; k < 4; k++) {
    if (me == 0) {
      CMMD_receive_block(1, CMMD_ANY_TAG, &v, sizeof v);
      if (CMMD_msg_tag() != k || v != k * k) return 1;
    } else {
      v = k * k;
      CMMD_send_block(0, k, &v, sizeof v);
    }
  }
  return 0;
}
