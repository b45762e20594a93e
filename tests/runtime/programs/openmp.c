/* openmp.c: compiled with -fopenmp, loops of each schedule, sections, tasks and locks, whose sums one thread has, too.
 */
#include <omp.h>
#include <stdio.h>

#include "nx.h"

static long fibonacci(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a) firstprivate(n)
  a = fibonacci(n - 1);
#pragma omp task shared(b) firstprivate(n)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long sum = 0, in_order = 0, sections = 0, tasks = 0, inner = 0, crossing[12] = {0};
  int highest = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 3) reduction(+ : sum)
    for (int i = 0; i < 100; ++i) sum += i;
#pragma omp for schedule(guided) nowait reduction(+ : sum)
    for (int i = 10; i > 0; i -= 2) sum += i;
#pragma omp for schedule(runtime) reduction(+ : sum)
    for (unsigned long i = 0; i < 10; ++i) sum += 1;
#pragma omp for ordered schedule(static, 2)
    for (int i = 0; i < 20; ++i) {
#pragma omp ordered
      in_order = 2 * in_order % 1009 + i;
    }
#pragma omp sections
    {
#pragma omp section
        {
#pragma omp atomic
            sections += 1;
  }
#pragma omp section
  {
#pragma omp atomic
    sections += 10;
  }
}
#pragma omp single
{
  tasks += fibonacci(10);
#pragma omp taskloop grainsize(2)
  for (int i = 0; i < 12; ++i) {
#pragma omp atomic
    tasks += i;
  }
}
#pragma omp parallel for schedule(dynamic) reduction(+ : inner)
for (int i = 0; i < 3; ++i) inner += i;
#pragma omp critical
highest = omp_get_thread_num() > highest ? omp_get_thread_num() : highest;
omp_set_lock(&lock);
omp_unset_lock(&lock);
}
#pragma omp parallel sections reduction(+ : sections)
{
#pragma omp section
  sections += 100;
#pragma omp section
  sections += 1000;
}
#pragma omp parallel for ordered(1)
for (int i = 1; i < 12; ++i) {
#pragma omp ordered depend(sink : i - 1)
  crossing[i] = crossing[i - 1] + 1;
#pragma omp ordered depend(source)
}
printf("%ld %ld %ld %ld %ld %ld, %d of %d\n", sum, in_order, sections, tasks, inner, crossing[11], highest,
       omp_get_max_threads());
return mynode() < 0;
}
