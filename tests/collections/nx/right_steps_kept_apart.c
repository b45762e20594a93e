// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: A gsync between the steps keeps the next step's messages out of this step's sum.
#include <nx.h>
#define PART 5

int main(void) {
  long me = mynode(), step, k, v, sum;
  for (step = 0; step < 2; step++) {
    if (me == 0) {
      for (sum = 0, k = 1; k < 4; k++) {
        crecv(PART, &v, sizeof v);
        sum += v;
      }
      if (sum != (step == 0 ? 3 : 30)) return 1;
    } else {
      v = step == 0 ? 1 : 10;
      csend(PART, &v, sizeof v, 0, 0);
    }
    gsync();
  }
  return 0;
}
