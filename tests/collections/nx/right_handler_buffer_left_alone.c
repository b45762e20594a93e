// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: The buffer of the hrecv is cleared before and read only after its handler has run.
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
  cell = 0.0;
  hrecv(13, &cell, sizeof cell, on_cell);
  gsync();
  while (!arrived) flick();
  return cell == 6.25 && arrived == sizeof cell ? 0 : 1;
}
