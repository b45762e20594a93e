// verdict: right
// class: none
// also: none
// nodes: 2
// call: none
// why: A port is set up, filled by the other node, and freed.
#include <cmmd.h>

static double field[12];
static volatile int full;

static void filled(void) { full = 1; }

int main(void) {
  double part[12];
  int me = CMMD_self_address(), port, i;
  if (me == 0) {
    port = CMAML_allocate_rport();
    CMAML_set_rport_addr(port, field);
    CMAML_set_rport_total_nbytes(port, sizeof field);
    CMAML_set_rport_handler(port, filled, NULL);
    CMMD_send_block(1, 1, &port, sizeof port);
    while (!full) CMAML_poll();
    CMAML_free_rport(port);
    return field[0] == 1.0 && field[11] == 12.0 ? 0 : 1;
  }
  for (i = 0; i < 12; i++) part[i] = i + 1;
  CMMD_receive_block(0, 1, &port, sizeof port);
  CMAML_scopy(0, port, 0, 0, part, sizeof part, NULL, NULL);
  return 0;
}
