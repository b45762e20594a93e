// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Head and body are received in the order in which they are sent.
#include <cmmd.h>
#define HEAD 1
#define BODY 2

int main(void) {
  int i, length = 6, body[6] = {0};
  if (CMMD_self_address() == 0) {
    for (i = 0; i < 6; i++) body[i] = 3 * i;
    CMMD_send_block(1, HEAD, &length, sizeof length);
    CMMD_send_block(1, BODY, body, length * sizeof(int));
    return 0;
  }
  CMMD_receive_block(0, HEAD, &length, sizeof length);
  CMMD_receive_block(0, BODY, body, length * sizeof(int));
  return length == 6 && body[length - 1] == 15 ? 0 : 1;
}
