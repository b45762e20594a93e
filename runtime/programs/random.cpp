/// \file random.cpp
/// rand, random and drand48: each process has the sequences that the C library gives.

#include <cstdlib>
#include <cstring>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

void ProcessRandom::start(unsigned seed) {
  state = {};
  initstate_r(seed, table, sizeof(table), &state);
  of_48_bits = {};
}

namespace {

ProcessRandom& own() { return t_process->random; }

long next() {
  std::int32_t number = 0;
  random_r(&own().state, &number);
  return number;
}
int next_int() { return static_cast<int>(next()); }
void seed(unsigned number) { srandom_r(number, &own().state); }

int next_with(unsigned* seed) { return rand_r(seed); }

double next_double() {
  double number = 0;
  drand48_r(&own().of_48_bits, &number);
  return number;
}
double next_double_of(unsigned short* bits) {
  double number = 0;
  erand48_r(bits, &own().of_48_bits, &number);
  return number;
}
long next_long() {
  long number = 0;
  lrand48_r(&own().of_48_bits, &number);
  return number;
}
long next_long_of(unsigned short* bits) {
  long number = 0;
  nrand48_r(bits, &own().of_48_bits, &number);
  return number;
}
long next_signed() {
  long number = 0;
  mrand48_r(&own().of_48_bits, &number);
  return number;
}
long next_signed_of(unsigned short* bits) {
  long number = 0;
  jrand48_r(bits, &own().of_48_bits, &number);
  return number;
}
void seed_48(long number) { srand48_r(number, &own().of_48_bits); }

const Binding kRandom[] = {
    Binding::to("rand", next_int),          Binding::to("srand", seed),
    Binding::to("rand_r", next_with),       Binding::to("random", next),
    Binding::to("srandom", seed),           Binding::to("drand48", next_double),
    Binding::to("erand48", next_double_of), Binding::to("lrand48", next_long),
    Binding::to("nrand48", next_long_of),   Binding::to("mrand48", next_signed),
    Binding::to("jrand48", next_signed_of), Binding::to("srand48", seed_48),
};

}  // namespace

Bindings random_bindings() { return kRandom; }

}  // namespace switchyard
