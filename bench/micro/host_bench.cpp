/// \file host_bench.cpp
/// The host time of the operations that an event engine does most: heap operations and copies. Use
/// it to compare the speed of different hosts, or of one host at different times.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

#include "bench/cost/yardsticks.hpp"

namespace switchyard {
namespace {

void measure_heap_operations(benchmark::State& state) {
  cost::BinaryHeap heap(static_cast<std::uint32_t>(state.range(0)));
  for (auto iteration : state) heap.postpone_first_entry();
}
BENCHMARK(measure_heap_operations)->Name("host/heap")->ArgName("entries")->Arg(64)->Arg(4096);

/// Measures copying pieces of memory in random order. The benchmark's arguments are the size of a piece in bytes, and
/// the number of pieces.
void measure_memory_copy(benchmark::State& state) {
  cost::MemoryCopies copies(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  for (auto iteration : state) copies.copy_next_memory_piece();
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(measure_memory_copy)
    ->Name("host/copy")
    ->ArgNames({"bytes", "pieces"})
    ->Args({1024, 16})
    ->Args({1024, 256 * 1024});

}  // namespace
}  // namespace switchyard
