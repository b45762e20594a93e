// verdict: wrong
// class: message_race
// also: none
// nodes: 4
// call: crecv:15
// why: A fast worker's message of step 1 has the type of step 0 and may take the place of a slow worker's in the sum of step 0.
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
  }
  return 0;
}
