/// \file random.cpp
/// Provides rand, random and drand48. Each node's process has random number generators of its own, which produce the
/// same sequences as those of the C library.

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// Sets the seed of a process's random number generators. The C library takes long to compute the state for a seed. So
/// the state for seed 1, with which each run begins, is computed only once and then copied; its pointers are adjusted
/// to the copied table.
void CLibraryRandomState::seed_generators(unsigned seed) {
  struct DefaultRandomState {
    DefaultRandomState() { initstate_r(1, table, sizeof(table), &state); }
    random_data state{};
    alignas(std::int32_t) char table[sizeof(CLibraryRandomState::random_state_table)] = {};
  };
  static const DefaultRandomState usual;
  drand48_state = {};
  std::memcpy(random_state_table, usual.table, sizeof(random_state_table));
  state = usual.state;
  for (std::int32_t** const pointer : {&state.fptr, &state.rptr, &state.state, &state.end_ptr})
    *pointer =
        reinterpret_cast<std::int32_t*>(random_state_table + (reinterpret_cast<const char*>(*pointer) - usual.table));
  if (seed != 1) srandom_r(seed, &state);
}

namespace {

CLibraryRandomState& process_random_state() { return t_process->random; }

long next_random() {
  std::int32_t number = 0;
  random_r(&process_random_state().state, &number);
  return number;
}
int next_random_int() { return static_cast<int>(next_random()); }
void seed_random(unsigned number) { srandom_r(number, &process_random_state().state); }

/// Calls `change` with the state of random(), and returns the memory that held the state before, or null if `change`
/// fails.
template <class Change>
char* change_random_state(Change change) {
  // The memory of a state begins with a word that says which kind of state it is.
  char* const old = reinterpret_cast<char*>(process_random_state().state.state - 1);
  return change(&process_random_state().state) == 0 ? old : nullptr;
}
char* seed_random_state_in_memory(unsigned number, char* memory, std::size_t bytes) {
  return change_random_state([=](random_data* state) { return initstate_r(number, memory, bytes, state); });
}
char* use_random_state_in_memory(char* memory) {
  return change_random_state([=](random_data* state) { return setstate_r(memory, state); });
}

int random_int_from_seed(unsigned* seed) { return rand_r(seed); }

/// Carries out drand48 and related functions: returns the next random number of the process's own sequence.
template <class Number, int (*draw)(drand48_data*, Number*)>
Number draw_48_bit_number() {
  Number number = 0;
  draw(&process_random_state().drand48_state, &number);
  return number;
}
/// Carries out erand48 and related functions: returns the next random number of a sequence whose state the program
/// keeps in `bits`.
template <class Number, int (*draw)(unsigned short*, drand48_data*, Number*)>
Number draw_48_bit_number_of_state(unsigned short* bits) {
  Number number = 0;
  draw(bits, &process_random_state().drand48_state, &number);
  return number;
}
unsigned short* seed_48_bits(unsigned short* bits) {
  seed48_r(bits, &process_random_state().drand48_state);
  return process_random_state().drand48_state.__old_x;
}
void set_48_bit_parameters(unsigned short* parameters) { lcong48_r(parameters, &process_random_state().drand48_state); }
void seed_48_bit_generator(long number) { srand48_r(number, &process_random_state().drand48_state); }

const SymbolBinding kRandomBindings[] = {
    SymbolBinding::make_function_binding("rand", next_random_int),
    SymbolBinding::make_function_binding("srand", seed_random),
    SymbolBinding::make_function_binding("rand_r", random_int_from_seed),
    SymbolBinding::make_function_binding("random", next_random),
    SymbolBinding::make_function_binding("srandom", seed_random),
    SymbolBinding::make_function_binding("initstate", seed_random_state_in_memory),
    SymbolBinding::make_function_binding("setstate", use_random_state_in_memory),
    SymbolBinding::make_function_binding("drand48", draw_48_bit_number<double, drand48_r>),
    SymbolBinding::make_function_binding("erand48", draw_48_bit_number_of_state<double, erand48_r>),
    SymbolBinding::make_function_binding("lrand48", draw_48_bit_number<long, lrand48_r>),
    SymbolBinding::make_function_binding("nrand48", draw_48_bit_number_of_state<long, nrand48_r>),
    SymbolBinding::make_function_binding("mrand48", draw_48_bit_number<long, mrand48_r>),
    SymbolBinding::make_function_binding("jrand48", draw_48_bit_number_of_state<long, jrand48_r>),
    SymbolBinding::make_function_binding("srand48", seed_48_bit_generator),
    SymbolBinding::make_function_binding("seed48", seed_48_bits),
    SymbolBinding::make_function_binding("lcong48", set_48_bit_parameters),
};

}  // namespace

SymbolBindings random_bindings() { return kRandomBindings; }

}  // namespace switchyard
