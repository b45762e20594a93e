// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: CMMD_send_noblock has copied the word when it returns, so the loop may use it again.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), k, v, sum = 0;
  for (k = 0; k < 4; k++) {
    if (me == 0) {
      v = 1 << k;
      CMMD_send_noblock(1, 1, &v, sizeof v);
      v = 0;
    } else {
      CMMD_receive_block(0, 1, &v, sizeof v);
      if (v != 1 << k) return 1;
      sum += v;
    }
  }
  return me == 0 || sum == 15 ? 0 : 1;
}
