// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The rest of the line is sent with its right length into a longer buffer.
#include <cmmd.h>

static char line[40] = "status: ready";

int main(void) {
  int used = 8, all = 13;
  if (CMMD_self_address() == 0) {
    CMMD_send_block(1, 3, line + used, all - used);
    return 0;
  }
  CMMD_receive_block(0, 3, line, sizeof line);
  return line[0] == 'r' && line[4] == 'y' && CMMD_bytes_received() == 5 ? 0 : 1;
}
