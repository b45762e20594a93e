// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Node 0 goes on with work of its own until iprobe says that the message is there.
#include <nx.h>

int main(void) {
  long work = 0, v = 64, got = 0;
  if (mynode() == 1) {
    csend(17, &v, sizeof v, 0, 0);
    return 0;
  }
  while (!iprobe(17)) work++;
  if (infonode() != 1 || infocount() != sizeof v) return 1;
  crecv(17, &got, sizeof got);
  return got == 64 && work >= 0 ? 0 : 1;
}
