// verdict: right
// class: none
// also: none
// nodes: 3
// call: none
// why: The last node broadcasts, all others receive the broadcast.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), root = CMMD_partition_size() - 1, table[3] = {0};
  if (me == root) {
    table[0] = 4;
    table[2] = 12;
    CMMD_bc_to_nodes(table, sizeof table);
  } else {
    CMMD_receive_bc_from_node(table, sizeof table);
  }
  return table[0] == 4 && table[1] == 0 && table[2] == 12 ? 0 : 1;
}
