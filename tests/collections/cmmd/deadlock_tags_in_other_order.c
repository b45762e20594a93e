// verdict: wrong
// class: deadlock
// also: buffering_hazard
// nodes: 2
// call: CMMD_send_block:15, CMMD_receive_block:19
// why: The sender is held at its tag 1 while the receiver wants tag 2 first.
#include <cmmd.h>
#define HEAD 1
#define BODY 2

int main(void) {
  int i, length = 6, body[6];
  if (CMMD_self_address() == 0) {
    for (i = 0; i < 6; i++) body[i] = 3 * i;
    CMMD_send_block(1, HEAD, &length, sizeof length);
    CMMD_send_block(1, BODY, body, sizeof body);
    return 0;
  }
  CMMD_receive_block(0, BODY, body, sizeof body);
  CMMD_receive_block(0, HEAD, &length, sizeof length);
  return body[length - 1] == 15 ? 0 : 1;
}
