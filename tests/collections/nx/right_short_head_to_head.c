// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Eight bytes each way: the system stores messages that short, so both may send first.
#include <nx.h>

int main(void) {
  long me = mynode();
  double mine = 0.5 + me, theirs = 0.0;
  csend(30, &mine, sizeof mine, 1 - me, 0);
  crecv(30, &theirs, sizeof theirs);
  return theirs == 1.5 - me ? 0 : 1;
}
