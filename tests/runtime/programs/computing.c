/* computing.c: computes as its first word says, and prints the virtual nanoseconds that it took. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <switchyard.h>
#include <time.h>

static long long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static volatile double sum;

int main(int argc, char** argv) {
  const char* word = argc > 1 ? argv[1] : "";
  const long long begin = nanoseconds();
  void (*by_address)(double) = switchyard_compute;
  if (strcmp(word, "declare") == 0) {
    switchyard_compute(0.25);
    switchyard_compute(0);
    by_address(1.5e-9 * 2);
  } else if (strcmp(word, "busy") == 0) {
    for (int i = 0; i < 100000; ++i) sum += sqrt(i);
  } else if (strcmp(word, "value") == 0) {
    switchyard_compute(atof(argv[2]));
  }
  printf("%lld\n", nanoseconds() - begin);
  return 0;
}
