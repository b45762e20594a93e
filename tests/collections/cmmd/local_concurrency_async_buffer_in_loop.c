// verdict: wrong
// class: local_concurrency
// also: none
// nodes: 3
// call: CMMD_send_async:15
// why: All sends of the loop are under way from the same word, which the loop changes.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, v = 0;
  CMMD_mcb s[3];
  if (me == 0) {
    for (k = 1; k < 3; k++) {
      v = 7 * k;
      s[k] = CMMD_send_async(k, 1, &v, sizeof v, NULL, NULL);
    }
    for (k = 1; k < 3; k++) {
      CMMD_msg_wait(s[k]);
      CMMD_free_mcb(s[k]);
    }
    return 0;
  }
  CMMD_receive_block(0, 1, &v, sizeof v);
  return v == 7 * me ? 0 : 1;
}
