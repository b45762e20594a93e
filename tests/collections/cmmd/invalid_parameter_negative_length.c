// verdict: wrong
// class: invalid_parameter
// also: none
// nodes: 2
// call: CMMD_send_block:14
// why: The length of the rest is reckoned with the operands exchanged and is negative.
#include <cmmd.h>

static char line[40] = "status: ready";

int main(void) {
  int used = 8, all = 13;
  if (CMMD_self_address() == 0) {
    CMMD_send_block(1, 3, line + used, used - all);
    return 0;
  }
  CMMD_receive_block(0, 3, line, sizeof line);
  return line[0] == 'r' ? 0 : 1;
}
