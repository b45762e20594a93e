// verdict: wrong
// class: buffering_hazard
// also: deadlock
// nodes: 2
// call: csend:15
// why: Each node sends 100000 bytes to itself before it receives them.
#include <nx.h>
#include <string.h>

static char a[100000], b[100000];

int main(void) {
  long me = mynode();
  memset(a, 'p' + me, sizeof a);
  csend(44, a, sizeof a, me, 0);
  crecv(44, b, sizeof b);
  gsync();
  return b[99999] == 'p' + me ? 0 : 1;
}
