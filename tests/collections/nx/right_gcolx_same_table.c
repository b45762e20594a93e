// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: Both nodes have the same table of lengths, of unequal entries.
#include <nx.h>
#include <stdio.h>

int main(void) {
  long me = mynode(), part[2] = {me + 5, me + 7}, all[3] = {-1, -1, -1};
  long lengths[2] = {sizeof(long), 2 * sizeof(long)};
  gcolx(part, lengths, all);
  return all[0] == 5 && all[1] == 6 && all[2] == 8 ? 0 : 1;
}
