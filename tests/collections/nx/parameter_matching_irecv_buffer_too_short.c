// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 4
// call: irecv:16
// why: The header of five words meets a receive of four words that was posted before.
#include <nx.h>

int main(void) {
  long me = mynode(), head[5] = {1, 2, 3, 4, 5}, in[4] = {0}, id;
  if (me == 0) {
    gsync();
    csend(25, head, sizeof head, -1, 0);
    return 0;
  }
  id = irecv(25, in, sizeof in);
  gsync();
  msgwait(id);
  return in[3] == 4 ? 0 : 1;
}
