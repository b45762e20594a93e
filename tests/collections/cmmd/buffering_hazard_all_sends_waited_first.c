// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 3
// call: CMMD_all_msgs_wait:14
// why: CMMD_all_msgs_wait for the sends to all others comes before any receive.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, sum = 0, v;
  CMMD_mcb s[4];
  for (k = 0; k < n; k++)
    if (k != me) s[k] = CMMD_send_async(k, 1, &me, sizeof me, NULL, NULL);
  CMMD_all_msgs_wait();
  for (k = 0; k < n; k++)
    if (k != me) {
      CMMD_receive_block(k, 1, &v, sizeof v);
      CMMD_free_mcb(s[k]);
      sum += v;
    }
  return sum == 3 - me ? 0 : 1;
}
