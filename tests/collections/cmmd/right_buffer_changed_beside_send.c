// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Only a part of the array that isn't being sent is changed before the send is waited for.
#include <cmmd.h>

static int v[31];

int main(void) {
  int i;
  if (CMMD_self_address() == 0) {
    for (i = 0; i < 30; i++) v[i] = i;
    CMMD_mcb s = CMMD_send_async(1, 1, v, 30 * sizeof v[0], NULL, NULL);
    v[30] = v[3] + 1;
    CMMD_msg_wait(s);
    v[3] = 0;
    CMMD_free_mcb(s);
    return v[30] == 4 ? 0 : 1;
  }
  CMMD_receive_block(0, 1, v, sizeof v);
  return v[3] == 3 && v[30] == 0 ? 0 : 1;
}
