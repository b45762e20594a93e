// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Node 3 stops the server only when both workers have told it that their work was acknowledged.
#include <nx.h>
#define WORK 1
#define STOP 2
#define ACK 3
#define OVER 4

int main(void) {
  long me = mynode(), v = me, done = 0;
  if (me == 0) {
    for (;;) {
      crecv(-1, &v, sizeof v);
      if (infotype() == STOP) break;
      csend(ACK, &v, sizeof v, infonode(), 0);
      done++;
    }
    return done == 2 ? 0 : 1;
  }
  if (me == 3) {
    crecv(OVER, &v, sizeof v);
    crecv(OVER, &v, sizeof v);
    csend(STOP, &v, sizeof v, 0, 0);
    return 0;
  }
  csend(WORK, &v, sizeof v, 0, 0);
  crecv(ACK, &v, sizeof v);
  csend(OVER, &v, sizeof v, 3, 0);
  return v == me ? 0 : 1;
}
