// verdict: wrong
// class: deadlock
// also: none
// nodes: 3
// call: CMAM_wait:22
// why: Node 2 has no data and transfers nothing, so the segment never gets all its bytes.
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
    return data[3] == 3 ? 0 : 1;
  }
  CMMD_receive_bc_from_node(&segment, sizeof segment);
  if (me == 2) return 0;
  for (i = 0; i < 8; i++) part[i] = i;
  CMAM_xfer(0, segment, part, sizeof part);
  return 0;
}
