// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The value goes down the chain and the acknowledgement comes back the same way.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), v = 0, ack = 0;
  if (me == 0)
    v = 9;
  else
    CMMD_receive_block(me - 1, 1, &v, sizeof v);
  if (me < n - 1) {
    CMMD_send_block(me + 1, 1, &v, sizeof v);
    CMMD_receive_block(me + 1, 2, &ack, sizeof ack);
  } else {
    ack = v + 1;
  }
  if (me > 0) CMMD_send_block(me - 1, 2, &ack, sizeof ack);
  return v == 9 && ack == 10 ? 0 : 1;
}
