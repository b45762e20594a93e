// verdict: wrong
// class: request_lifecycle
// also: resource_leak
// nodes: 2
// call: CMMD_send_async:15
// why: The asynchronous send is neither waited for nor freed.
#include <cmmd.h>

static int v[8];

int main(void) {
  int me = CMMD_self_address();
  v[7] = 70 + me;
  if (me == 0) {
    CMMD_send_async(1, 4, v, sizeof v, NULL, NULL);
    return 0;
  }
  CMMD_receive_block(0, 4, v, sizeof v);
  return v[7] == 70 ? 0 : 1;
}
