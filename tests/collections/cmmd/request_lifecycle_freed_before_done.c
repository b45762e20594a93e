// verdict: wrong
// class: request_lifecycle
// also: local_concurrency
// nodes: 2
// call: CMMD_free_mcb:13
// why: The control block of a receive is freed while the receive can't have been met by its send.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), in = 0;
  if (me == 0) {
    CMMD_mcb r = CMMD_receive_async(1, 1, &in, sizeof in, NULL, NULL);
    CMMD_free_mcb(r);
    CMMD_sync_with_nodes();
    return 0;
  }
  in = 9;
  CMMD_sync_with_nodes();
  CMMD_send_noblock(0, 1, &in, sizeof in);
  return in == 9 ? 0 : 1;
}
