/// \file verify_bench.cpp
/// Counts in how many orders of matches (of messages with receives) `verify` runs small known programs, compares the
/// counts with the numbers that theory gives, and measures how many orders are run per second. The search does not
/// recognise equal states of the programs, because that could make the orders fewer than theory says. Left out are
/// settings in which the search makes an exception and does not count the orders.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/verify/program_verdict.hpp"

namespace switchyard {
namespace {

struct ProgramWithKnownOrderCount {
  const char* name;
  const char* program_path;
  std::uint32_t nodes;
  std::vector<std::string> program_arguments;
  /// The number of orders of matches (of messages with receives) by theory; equivalent orders are counted once.
  std::uint64_t expected_order_count;
};

/// Returns the programs to be verified, with the numbers of orders of matches that theory gives. Messages from k
/// senders to one receiver come in k! orders. k philosophers have as many orders as there are acyclic orientations of
/// their ring, 2^k - 2. A master who gives r rows to w workers takes r - w results from any of the w workers, and the
/// last w results in one of w! orders. The orders of the requests in the quadrature program were counted by hand, or
/// for more workers by a short program.
const std::vector<ProgramWithKnownOrderCount>& problems_with_known_orders() {
  static const std::vector<ProgramWithKnownOrderCount> all{
      {"fan_in", SWITCHYARD_BENCH_FAN_IN, 4, {"3"}, 6 * 6 * 6},
      {"fan_in", SWITCHYARD_BENCH_FAN_IN, 7, {"1"}, 720},
      {"philosophers", SWITCHYARD_BENCH_PHILOSOPHERS, 8, {}, 14},
      {"philosophers", SWITCHYARD_BENCH_PHILOSOPHERS, 16, {}, 254},
      {"matrix_rows", SWITCHYARD_BENCH_MATRIX_ROWS, 3, {"8"}, 64 * 2},
      {"matrix_rows", SWITCHYARD_BENCH_MATRIX_ROWS, 4, {"8"}, 243 * 6},
      {"quadrature", SWITCHYARD_BENCH_QUADRATURE, 3, {"0.04"}, 12},
      {"quadrature", SWITCHYARD_BENCH_QUADRATURE, 3, {"0.01"}, 160},
      {"quadrature", SWITCHYARD_BENCH_QUADRATURE, 4, {"0.01"}, 5070},
      {"trapezoid", SWITCHYARD_BENCH_TRAPEZOID, 6, {}, 120},
  };
  return all;
}

/// Verifies a program whose number of orders of matches is known. The counters `orders` and `theory` are the numbers of
/// orders that were run and that theory gives, for one setting of the system buffers. The counter `orders/s` counts the
/// orders in all settings of the buffers.
void measure_verification(benchmark::State& state, const ProgramWithKnownOrderCount& problem) {
  std::uint64_t orders = 0, all = 0;
  VerifyLimits limits;
  limits.searches_equal_states_once = limits.does_search_setting_variations = false;
  for (auto iteration : state) {
    const Verdict verdict = verify_program(problem.program_path, problem.nodes, problem.program_arguments, limits);
    if (verdict.kind != Verdict::Kind::right) return state.SkipWithError(failure_text(verdict).c_str());
    orders = verdict.settings.front().orders;
    all += verdict.orders();
  }
  if (orders != problem.expected_order_count) state.SkipWithError("these are not the orders that theory gives");
  state.counters["orders"] = static_cast<double>(orders);
  state.counters["theory"] = static_cast<double>(problem.expected_order_count);
  state.counters["orders/s"] = benchmark::Counter(static_cast<double>(all), benchmark::Counter::kIsRate);
}

/// Measures running the first 1000 orders of matches of a program that has too many orders to run all of them.
void measure_first_thousand_match_orders(benchmark::State& state) {
  VerifyLimits limits;
  limits.orders = 1000;
  limits.searches_equal_states_once = limits.does_search_setting_variations = false;
  std::uint64_t all = 0;
  for (auto iteration : state) {
    const Verdict verdict =
        verify_program(SWITCHYARD_BENCH_FAN_IN, static_cast<std::uint32_t>(state.range(0)), {"1"}, limits);
    if (verdict.kind != Verdict::Kind::undecided) return state.SkipWithError(failure_text(verdict).c_str());
    all += verdict.orders();
  }
  state.counters["orders/s"] = benchmark::Counter(static_cast<double>(all), benchmark::Counter::kIsRate);
}
BENCHMARK(measure_first_thousand_match_orders)
    ->Name("verify/first_orders/fan_in")
    ->Arg(16)
    ->Arg(64)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

const bool kAreBenchmarksRegistered = [] {
  for (const ProgramWithKnownOrderCount& problem : problems_with_known_orders()) {
    std::string name = std::string("verify/") + problem.name + "/n:" + std::to_string(problem.nodes);
    for (const std::string& word : problem.program_arguments) name += "/" + word;
    benchmark::RegisterBenchmark(name.c_str(), measure_verification, problem)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace switchyard
