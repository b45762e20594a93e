// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both nodes exchange short records by csendrecv with each other.
#include <nx.h>

int main(void) {
  long me = mynode(), out[3], in[3] = {0}, got;
  out[0] = me;
  out[1] = out[2] = me + 5;
  got = csendrecv(21, out, sizeof out, 1 - me, 0, 21, in, sizeof in);
  if (got != sizeof in || in[0] != 1 - me || in[2] != 6 - me) return 1;
  got = csendrecv(22, in, sizeof in[0], 1 - me, 0, 22, out, sizeof out);
  return got == sizeof out[0] && out[0] == me && out[1] == me + 5 ? 0 : 1;
}
