// verdict: wrong
// class: call_ordering
// also: deadlock, parameter_matching
// nodes: 4
// call: gsync:12, gcol:16
// why: The root takes the gsync that ends the phase for the collection of results which all others are in.
#include <nx.h>

int main(void) {
  long me = mynode(), mine = me + 1, all[4] = {0}, got = 0;
  if (me == 0) {
    gsync();
    gcol(&mine, sizeof mine, all, sizeof all, &got);
    return all[3] == 4 ? 0 : 1;
  }
  gcol(&mine, sizeof mine, all, sizeof all, &got);
  gsync();
  return got == sizeof all ? 0 : 1;
}
