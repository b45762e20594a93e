// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The asynchronous send is waited for and its control block is freed.
#include <cmmd.h>

static int v[8];

int main(void) {
  int me = CMMD_self_address();
  CMMD_mcb s;
  v[7] = 70 + me;
  if (me == 0) {
    s = CMMD_send_async(1, 4, v, sizeof v, NULL, NULL);
    CMMD_msg_wait(s);
    CMMD_free_mcb(s);
    return 0;
  }
  CMMD_receive_block(0, 4, v, sizeof v);
  return v[7] == 70 ? 0 : 1;
}
