// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The header tells the length of the body, and each is received with room enough.
#include <nx.h>

int main(void) {
  long me = mynode(), head[2] = {0, 0}, body[5] = {1, 2, 3, 4, 5}, in[5] = {0}, id;
  if (me == 0) {
    head[0] = sizeof body;
    head[1] = 26;
    gsync();
    csend(25, head, sizeof head, -1, 0);
    csend(head[1], body, head[0], -1, 0);
    return 0;
  }
  id = irecv(25, head, sizeof head);
  gsync();
  msgwait(id);
  if (head[0] > (long)sizeof in) return 1;
  crecv(head[1], in, head[0]);
  return in[4] == 5 ? 0 : 1;
}
