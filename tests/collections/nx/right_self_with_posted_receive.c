// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Each node posts the receive before it sends 100000 bytes to itself.
#include <nx.h>
#include <string.h>

static char a[100000], b[100000];

int main(void) {
  long me = mynode(), id;
  memset(a, 'p' + me, sizeof a);
  id = irecv(44, b, sizeof b);
  csend(44, a, sizeof a, me, 0);
  msgwait(id);
  gsync();
  return b[99999] == 'p' + me ? 0 : 1;
}
