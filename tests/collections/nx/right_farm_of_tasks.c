// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A master hands out tasks on demand; the sum of the squares doesn't depend on who does which.
#include <nx.h>
#define ASK 1
#define TASK 2
#define TASKS 7

int main(void) {
  long me = mynode(), n = numnodes(), task, result = 0, sum = 0, next = 1, live = n - 1, who;
  if (me == 0) {
    while (live > 0) {
      crecv(ASK, &result, sizeof result);
      who = infonode();
      sum += result;
      task = next <= TASKS ? next++ : 0;
      if (task == 0) live--;
      csend(TASK, &task, sizeof task, who, 0);
    }
    return sum == 140 ? 0 : 1;
  }
  do {
    csend(ASK, &result, sizeof result, 0, 0);
    crecv(TASK, &task, sizeof task);
    result = task * task;
  } while (task != 0);
  return 0;
}
