// verdict: wrong
// class: deadlock
// also: none
// nodes: 2
// call: crecv:12
// why: Both nodes wait in crecv before either has sent.
#include <nx.h>

int main(void) {
  long me = mynode(), other = 1 - me;
  double mine = 10.0 + me, theirs = 0.0;
  crecv(7, &theirs, sizeof theirs);
  csend(7, &mine, sizeof mine, other, 0);
  return theirs == 10.0 + other ? 0 : 1;
}
