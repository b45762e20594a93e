// verdict: right
// class: none
// also: none
// nodes: 4
// call: none
// why: On a 2 by 2 grid blocks are swapped along rows and columns, as Cannon's multiplication does it.
#include <cmmd.h>

int main(void) {
  static const int A[2][2] = {{1, 2}, {3, 4}}, B[2][2] = {{5, 6}, {7, 8}}, C[2][2] = {{19, 22}, {43, 50}};
  int me = CMMD_self_address(), r = me / 2, c = me % 2, a, b, sum = 0, step;
  a = A[r][(c + r) % 2];
  b = B[(r + c) % 2][c];
  for (step = 0; step < 2; step++) {
    sum += a * b;
    CMMD_swap(me ^ 1, &a, sizeof a);
    CMMD_swap(me ^ 2, &b, sizeof b);
  }
  return sum == C[r][c] ? 0 : 1;
}
