// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: CMMD_send_block:13, CMMD_receive_block:16
// why: The result is sent with tag 7 and waited for with tag 8; neither call ends.
#include <cmmd.h>

int main(void) {
  float x = 0.0f;
  if (CMMD_self_address() == 1) {
    x = 2.5f;
    CMMD_send_block(0, 7, &x, sizeof x);
    return 0;
  }
  CMMD_receive_block(1, 8, &x, sizeof x);
  return x == 2.5f ? 0 : 1;
}
