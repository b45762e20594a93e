// verdict: wrong
// class: memory
// also: local_concurrency, request_lifecycle
// nodes: 2
// call: CMMD_receive_async:14
// why: The block is freed while a receive into it is under way.
#include <cmmd.h>
#include <stdlib.h>

int main(void) {
  int me = CMMD_self_address(), v = 5, got;
  if (me == 0) {
    int* in = malloc(64);
    CMMD_mcb r = CMMD_receive_async(1, 1, in, 64, NULL, NULL);
    got = *in = 0;
    free(in);
    CMMD_sync_with_nodes();
    CMMD_msg_wait(r);
    CMMD_free_mcb(r);
    return got;
  }
  CMMD_sync_with_nodes();
  CMMD_send_block(0, 1, &v, sizeof v);
  return 0;
}
