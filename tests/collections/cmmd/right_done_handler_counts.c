// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The functions that are called when receives are done count them and mark where they are from.
#include <cmmd.h>

static int seen[3], count;

static void arrived(CMMD_mcb message, void* slot) {
  (void)message;
  *(int*)slot = 1;
  count++;
}

int main(void) {
  int me = CMMD_self_address(), in[3] = {0}, k;
  CMMD_mcb r[3];
  if (me != 0) {
    CMMD_send_block(0, 8, &me, sizeof me);
    return 0;
  }
  for (k = 1; k < 3; k++) r[k] = CMMD_receive_async(k, 8, &in[k], sizeof in[k], arrived, &seen[k]);
  CMMD_all_msgs_wait();
  for (k = 1; k < 3; k++) CMMD_free_mcb(r[k]);
  return count == 2 && seen[1] && seen[2] && in[1] == 1 && in[2] == 2 ? 0 : 1;
}
