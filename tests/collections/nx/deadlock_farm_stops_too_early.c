// verdict: wrong
// class: deadlock
// also: none
// nodes: 4
// call: crecv:25
// why: The master leaves its loop at the first stop it has sent, so the other workers wait for a task.
#include <nx.h>
#define ASK 1
#define TASK 2
#define TASKS 7

int main(void) {
  long me = mynode(), task, result = 0, sum = 0, next = 1;
  if (me == 0) {
    do {
      crecv(ASK, &result, sizeof result);
      sum += result;
      task = next <= TASKS ? next++ : 0;
      csend(TASK, &task, sizeof task, infonode(), 0);
    } while (task != 0);
    return sum <= 140 ? 0 : 1;
  }
  do {
    csend(ASK, &result, sizeof result, 0, 0);
    crecv(TASK, &task, sizeof task);
    result = task * task;
  } while (task != 0);
  return 0;
}
