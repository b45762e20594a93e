// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 2
// call: CMMD_send_async:15
// why: The buffer of the asynchronous send is changed before the send is waited for.
#include <cmmd.h>

static int v[30];

int main(void) {
  int i;
  if (CMMD_self_address() == 0) {
    for (i = 0; i < 30; i++) v[i] = i;
    CMMD_mcb s = CMMD_send_async(1, 1, v, sizeof v, NULL, NULL);
    v[3] = 0;
    CMMD_msg_wait(s);
    CMMD_free_mcb(s);
    return 0;
  }
  CMMD_receive_block(0, 1, v, sizeof v);
  return v[3] == 3 ? 0 : 1;
}
