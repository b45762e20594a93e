/* two_nodes.c: two nodes swap a number and add up all numbers; with the argument "stuck" both receive first, and so
 * deadlock. */
#include <nx.h>

int main(int argc, char** argv) {
  double mine = 1 + mynode(), other = 0, sum = mine, work = 0;
  (void)argv;
  if (argc > 1) crecv(1, &other, sizeof(other));
  csend(1, &mine, sizeof(mine), 1 - mynode(), 0);
  if (argc == 1) crecv(1, &other, sizeof(other));
  gdsum(&sum, 1, &work);
  return sum == mine + other ? 0 : 1;
}
