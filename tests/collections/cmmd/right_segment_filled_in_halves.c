// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: Two nodes fill one half each of a segment, at offsets, and its end is counted.
#include <cmmd.h>

static int data[16];
static volatile int filled;

static void all_in(void* info, void* memory) {
  (void)memory;
  *(volatile int*)info = 1;
}

int main(void) {
  int me = CMMD_self_address(), i, segment = 0, part[8];
  if (me == 0) {
    segment = CMAM_open_segment(data, sizeof data, all_in, (void*)&filled);
    CMMD_bc_to_nodes(&segment, sizeof segment);
    CMAM_wait(&filled, 1);
    for (i = 0; i < 16; i++)
      if (data[i] != i) return 1;
    return 0;
  }
  CMMD_receive_bc_from_node(&segment, sizeof segment);
  for (i = 0; i < 8; i++) part[i] = 8 * (me - 1) + i;
  CMAM_xfer(0, segment + (me - 1) * (int)sizeof part, part, sizeof part);
  return 0;
}
