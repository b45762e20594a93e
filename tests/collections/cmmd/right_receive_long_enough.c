// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The receive has room for 12 floats, the message brings 10.
#include <cmmd.h>

static float v[12];

int main(void) {
  int i;
  if (CMMD_self_address() == 0) {
    for (i = 0; i < 10; i++) v[i] = i;
    CMMD_send_block(1, 1, v, 10 * sizeof(float));
    return 0;
  }
  v[10] = -1.0f;
  CMMD_receive_block(0, 1, v, 12 * sizeof(float));
  return v[9] == 9.0f && v[10] == -1.0f && CMMD_bytes_received() == 40 ? 0 : 1;
}
