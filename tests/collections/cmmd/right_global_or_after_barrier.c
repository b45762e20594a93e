// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: The global or is read after a barrier that follows all settings.
#include <cmmd.h>

int main(void) {
  int me = CMMD_self_address(), any;
  CMMD_set_global_or(me == 2);
  CMMD_sync_with_nodes();
  any = CMMD_get_global_or();
  CMMD_sync_with_nodes();
  CMMD_set_global_or(0);
  CMMD_sync_with_nodes();
  return any && !CMMD_get_global_or() ? 0 : 1;
}
