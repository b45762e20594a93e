// verdict: wrong
// class: invalid_parameter
// also: deadlock
// nodes: 2
// call: CMMD_send_noblock:13
// why: A message is sent with CMMD_ANY_TAG, though a message has one tag of 0 or more.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address();
  short s = 300;
  if (me == 0) {
    CMMD_send_noblock(1, CMMD_ANY_TAG, &s, sizeof s);
    return 0;
  }
  s = 0;
  CMMD_receive_block(0, CMMD_ANY_TAG, &s, sizeof s);
  return s == 300 ? 0 : 1;
}
