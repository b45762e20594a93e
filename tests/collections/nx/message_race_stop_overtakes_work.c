// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: crecv:15
// why: Node 3 may stop the server with its message of any type before node 2's work has been taken.
#include <nx.h>
#define WORK 1
#define STOP 2

int main(void) {
  long me = mynode(), v = me, done = 0;
  if (me == 0) {
    for (;;) {
      crecv(-1, &v, sizeof v);
      if (infotype() == STOP) break;
      done++;
    }
    return done == 2 ? 0 : 1;
  }
  csend(me == 3 ? STOP : WORK, &v, sizeof v, 0, 0);
  return 0;
}
