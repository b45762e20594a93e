// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The handler is masked while the main program works on what the handler also changes.
#include <nx.h>

static volatile long taken, total;
static long in;

static void take(long type, long count, long node, long pid) {
  (void)type; (void)count; (void)node; (void)pid;
  total += in;
  taken = 1;
}

int main(void) {
  long v = 40, old;
  if (mynode() == 1) {
    csend(8, &v, sizeof v, 0, 0);
    return 0;
  }
  hrecv(8, &in, sizeof in, take);
  old = masktrap(1);
  total = total + 2;
  masktrap(old);
  while (!taken) flick();
  return total == 42 ? 0 : 1;
}
