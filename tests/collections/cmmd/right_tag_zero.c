// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Tag 0 is as good as any other.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address();
  short s = 300;
  if (me == 0) {
    CMMD_send_noblock(1, 0, &s, sizeof s);
    return 0;
  }
  s = 0;
  CMMD_receive_block(0, 0, &s, sizeof s);
  return s == 300 && CMMD_msg_tag() == 0 ? 0 : 1;
}
