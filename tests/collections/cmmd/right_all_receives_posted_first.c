// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Receives and sends of all pairs are under way when CMMD_all_msgs_wait is called.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), n = CMMD_partition_size(), k, sum = 0, v[4] = {0};
  CMMD_mcb s[4], r[4];
  for (k = 0; k < n; k++)
    if (k != me) {
      r[k] = CMMD_receive_async(k, 1, &v[k], sizeof v[k], NULL, NULL);
      s[k] = CMMD_send_async(k, 1, &me, sizeof me, NULL, NULL);
    }
  CMMD_all_msgs_wait();
  for (k = 0; k < n; k++)
    if (k != me) {
      CMMD_free_mcb(r[k]);
      CMMD_free_mcb(s[k]);
      sum += v[k];
    }
  return sum == 3 - me ? 0 : 1;
}
