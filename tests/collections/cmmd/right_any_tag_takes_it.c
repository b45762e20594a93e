// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receiver takes the message whatever its tag, and asks which it was.
#include <cmmd.h>

int main(void) {
  float x = 0.0f;
  if (CMMD_self_address() == 1) {
    x = 2.5f;
    CMMD_send_block(0, 7, &x, sizeof x);
    return 0;
  }
  CMMD_receive_block(1, CMMD_ANY_TAG, &x, sizeof x);
  if (CMMD_msg_tag() != 7 || CMMD_msg_sender() != 1) return 1;
  return x == 2.5f && CMMD_bytes_received() == sizeof x ? 0 : 1;
}
