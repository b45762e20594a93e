// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Node 0 gives tasks to whoever asks and ends each worker with task 0.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), task, done = 0, sum = 0, next = 5, live = CMMD_partition_size() - 1, who;
  if (me == 0) {
    while (live > 0) {
      CMMD_receive_block(CMMD_ANY_NODE, 1, &done, sizeof done);
      who = CMMD_msg_sender();
      sum += done;
      task = next > 0 ? next-- : 0;
      if (task == 0) live--;
      CMMD_send_block(who, 2, &task, sizeof task);
    }
    return sum == 225 ? 0 : 1;
  }
  do {
    CMMD_send_block(0, 1, &done, sizeof done);
    CMMD_receive_block(0, 2, &task, sizeof task);
    done = task * task * task;
  } while (task > 0);
  return 0;
}
