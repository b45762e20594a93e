// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The lower node receives first and the other sends first, so neither waits for ever.
#include <nx.h>

int main(void) {
  long me = mynode(), other = 1 - me;
  double mine = 10.0 + me, theirs = 0.0;
  if (me == 0) {
    crecv(7, &theirs, sizeof theirs);
    csend(7, &mine, sizeof mine, other, 0);
  } else {
    csend(7, &mine, sizeof mine, other, 0);
    crecv(7, &theirs, sizeof theirs);
  }
  return theirs == 10.0 + other ? 0 : 1;
}
