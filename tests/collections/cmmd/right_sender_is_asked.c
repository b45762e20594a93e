// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Messages from any node are filed under the node that they came from.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), got[3] = {0}, v = 11 * me, k;
  if (me == 0) {
    for (k = 1; k < 3; k++) {
      CMMD_receive_block(CMMD_ANY_NODE, 1, &v, sizeof v);
      got[CMMD_msg_sender()] = v;
    }
    return got[1] == 11 && got[2] == 22 ? 0 : 1;
  }
  CMMD_send_block(0, 1, &v, sizeof v);
  return 0;
}
