// verdict: wrong
// class: parameter_matching
// also: none
// nodes: 2
// call: gcolx:14
// why: The nodes have different tables of lengths: node 1 says that its part is two words, node 0 thinks one.
#include <nx.h>

int main(void) {
  long me = mynode(), part[2] = {me, me}, all[4] = {-1, -1, -1, -1};
  long lengths[2];
  lengths[0] = sizeof(long);
  lengths[1] = (me == 1 ? 2 : 1) * sizeof(long);
  gcolx(part, lengths, all);
  return all[0] == 0 && all[1] == 1 ? 0 : 1;
}
