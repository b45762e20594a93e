/// \file host_bench.cpp
/// The host time of the operations that an event engine does most. It serves to compare figures of different hosts, or
/// of one host at different times.

#include <benchmark/benchmark.h>

#include <cstring>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Pops from a binary heap and pushes onto it.
void heap(benchmark::State& state) {
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  constexpr std::uint64_t kSpread = 100'000;
  Rng rng(1);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries;
  for (std::uint32_t i = 0; i < state.range(0); ++i) entries.push({rng.below(kSpread), i});
  for (auto iteration : state) {
    Entry first = entries.top();
    entries.pop();
    first.first += rng.below(kSpread);
    entries.push(first);
  }
}
BENCHMARK(heap)->Name("host/heap")->ArgName("entries")->Arg(64)->Arg(4096);

/// Copies pieces in random order, from and to a given number of them.
void copy(benchmark::State& state) {
  const auto bytes = static_cast<std::size_t>(state.range(0));
  const auto pieces = static_cast<std::size_t>(state.range(1));
  const std::vector<std::byte> from(pieces * bytes, std::byte{1});
  std::vector<std::byte> to(pieces * bytes);
  std::vector<std::size_t> order(pieces);
  for (std::size_t i = 0; i < pieces; ++i) order[i] = i * bytes;
  Rng rng(1);
  shuffle(std::span(order), rng);
  std::size_t next = 0;
  for (auto iteration : state) {
    std::memcpy(&to[order[next]], &from[order[next]], bytes);
    benchmark::ClobberMemory();
    next = next + 1 == pieces ? 0 : next + 1;
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(copy)->Name("host/copy")->ArgNames({"bytes", "pieces"})->Args({1024, 16})->Args({1024, 256 * 1024});

}  // namespace
}  // namespace switchyard
