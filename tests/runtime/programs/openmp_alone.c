/* openmp_alone.c: compiled with -fopenmp, and uses no function of the C library, so that it is linked to none but
 * OpenMP's. */
int main(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp atomic
    sum++;
  }
  return sum - 1;
}
