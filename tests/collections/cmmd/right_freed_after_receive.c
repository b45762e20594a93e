// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The block is freed when the receive into it is over and its content has been used.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  int me = CMMD_self_address(), v = 5, got;
  if (me == 0) {
    int* in = malloc(64);
    CMMD_mcb r = CMMD_receive_async(1, 1, in, 64, NULL, NULL);
    CMMD_sync_with_nodes();
    CMMD_msg_wait(r);
    got = *in;
    CMMD_free_mcb(r);
    free(in);
    return got == 5 ? 0 : 1;
  }
  CMMD_sync_with_nodes();
  CMMD_send_block(0, 1, &v, sizeof v);
  return 0;
}
