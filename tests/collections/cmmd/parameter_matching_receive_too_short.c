// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: CMMD_receive_block:18
// why: The receive has room for 10 floats, the message brings 12.
#include <cmmd.h>

static float v[12];

int main(void) {
  int i;
  if (CMMD_self_address() == 0) {
    for (i = 0; i < 12; i++) v[i] = i;
    CMMD_send_block(1, 1, v, 12 * sizeof(float));
    return 0;
  }
  CMMD_receive_block(0, 1, v, 10 * sizeof(float));
  return v[9] == 9.0f ? 0 : 1;
}
