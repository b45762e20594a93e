// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: Each result is filed under the node that sent it.
#include <nx.h>
#define DONE 31

int main(void) {
  long me = mynode(), v, k, result[4] = {0};
  if (me == 0) {
    for (k = 1; k < 4; k++) {
      crecv(DONE, &v, sizeof v);
      result[infonode()] = v;
    }
    for (k = 1; k < 4; k++)
      if (result[k] != 100 * k) return 1;
    return 0;
  }
  v = 100 * me;
  csend(DONE, &v, sizeof v, 0, 0);
  return 0;
}
