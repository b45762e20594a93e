// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Odd-even transposition: in each phase the left partner sends first and the nodes without a partner do nothing.
#include <nx.h>

int main(void) {
  static const long start[4] = {9, 7, 3, 1};
  long me = mynode(), n = numnodes(), phase, partner, key = start[me], other, all[4], bytes;
  for (phase = 0; phase < n; phase++) {
    partner = (me + phase) % 2 == 0 ? me + 1 : me - 1;
    if (partner < 0 || partner >= n) continue;
    if (me < partner) {
      csend(phase, &key, sizeof key, partner, 0);
      crecv(phase, &other, sizeof other);
      if (other < key) key = other;
    } else {
      crecv(phase, &other, sizeof other);
      csend(phase, &key, sizeof key, partner, 0);
      if (other > key) key = other;
    }
  }
  gcol(&key, sizeof key, all, sizeof all, &bytes);
  return all[0] == 1 && all[1] == 3 && all[2] == 7 && all[3] == 9 ? 0 : 1;
}
