/* ring.c: a value goes once around all nodes, and each node adds its number to it.
 *
 *   switchyard-cc ring.c -o ring
 *   switchyard run --program ./ring --machine ipsc860 --nodes 16 */
#include <stdio.h>

#include "nx.h"

#define VALUE 1

int main(void) {
  long me = mynode(), next = (me + 1) % numnodes();
  long sum = me;
  if (me != 0) {
    crecv(VALUE, &sum, sizeof(sum));
    sum += me;
  }
  csend(VALUE, &sum, sizeof(sum), next, 0);
  if (me == 0) {
    crecv(VALUE, &sum, sizeof(sum));
    printf("the sum of all numbers is %ld\n", sum);
  }
  return 0;
}
