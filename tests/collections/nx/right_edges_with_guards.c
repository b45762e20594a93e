// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Both ends of the chain leave out the messages that would go beyond it.
#include <nx.h>
#define LEFTWARD 1
#define RIGHTWARD 2

int main(void) {
  long me = mynode(), last = numnodes() - 1;
  double edge = 10.0 * me, from_left = -1.0, from_right = -1.0;
  if (me > 0) csend(LEFTWARD, &edge, sizeof edge, me - 1, 0);
  if (me < last) csend(RIGHTWARD, &edge, sizeof edge, me + 1, 0);
  if (me < last) crecv(LEFTWARD, &from_right, sizeof from_right);
  if (me > 0) crecv(RIGHTWARD, &from_left, sizeof from_left);
  if (me < last && from_right != 10.0 * (me + 1)) return 1;
  return me > 0 && from_left != 10.0 * (me - 1) ? 1 : 0;
}
