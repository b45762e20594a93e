// verdict: wrong
// class: local_concurrency
// also: message_race
// nodes: 2
// call: hrecv:24
// why: The buffer of the hrecv is written by the program while the receive is under way.
#include <nx.h>

static double cell;
static volatile long arrived;

static void on_cell(long type, long count, long node, long pid) {
  (void)type; (void)node; (void)pid;
  arrived = count;
}

int main(void) {
  double v = 6.25;
  if (mynode() == 1) {
    gsync();
    csend(13, &v, sizeof v, 0, 0);
    return 0;
  }
  hrecv(13, &cell, sizeof cell, on_cell);
  gsync();
  cell = 0.0;
  while (!arrived) flick();
  return cell == 6.25 ? 0 : 1;
}
