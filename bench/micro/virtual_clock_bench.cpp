/// \file virtual_clock_bench.cpp
/// The number of messages and circuits that the emulator handles per second of host time under the virtual clock, with
/// payloads copied and verified. For comparison, cost::MessagePassingWithLinkBooking, which only books links and copies
/// payloads, and cost::MessagePassingWithFibersAndCircuits, which holds links and has a fiber for each node, are
/// measured, too.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/cost/yardsticks.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

struct MeasuredExchange {
  const char* algorithm;
  Protocol protocol;
  ExecutorKind executor;
  ClockKind clock;
  std::uint32_t nodes;
  std::uint32_t degree;
  std::uint64_t bytes;
};

const char* name_of(Protocol protocol) { return protocol == kForcedProtocol ? "forced" : "unforced"; }

std::string name_of(const MeasuredExchange& c) {
  return fmt::format("{}/{}_{}/{}/n:{}/d:{}/bytes:{}", switchyard::name_of(c.clock), c.algorithm, name_of(c.protocol),
                     switchyard::name_of(c.executor), c.nodes, c.degree, c.bytes);
}

CommunicationMatrix matrix_of_exchange(const MeasuredExchange& c) {
  Rng rng(1);
  return random_matrix_with_degree(c.nodes, c.degree, c.bytes, rng);
}

void measure_exchange(benchmark::State& state, const MeasuredExchange& c) {
  const Machine cube = machines::ipsc860({.nodes = c.nodes});
  const Algorithm algorithm = shipped_algorithms().find("benchmark", c.algorithm);
  Workload workload(matrix_of_exchange(c));
  ExchangeOptions options;
  options.protocol = c.protocol;
  options.run.executor = c.executor;
  options.run.clock = c.clock;
  double messages = 0;
  double circuits = 0;
  double seconds = 0;
  for (auto iteration : state) {
    ++options.run.seed;
    const ExchangeResult result = run_exchange(cube, algorithm, workload, options);
    state.SetIterationTime(result.report.host_seconds);
    messages += static_cast<double>(workload.matrix().message_count());
    circuits += static_cast<double>(result.report.network.circuits);
    seconds += result.report.host_seconds;
  }
  state.counters["messages/s"] = messages / seconds;
  if (c.clock == ClockKind::virtual_time) state.counters["circuits/s"] = circuits / seconds;
}

/// Measures cost::MessagePassingWithLinkBooking or cost::MessagePassingWithFibersAndCircuits for comparison with the
/// emulator.
template <class Engine>
void measure_reference_message_passing(benchmark::State& state, const MeasuredExchange& c) {
  const CommunicationMatrix matrix = matrix_of_exchange(c);
  Engine engine(matrix);
  for (auto iteration : state) engine.transport_all_messages_of_matrix();
  state.counters["messages/s"] =
      benchmark::Counter(static_cast<double>(matrix.message_count() * state.iterations()), benchmark::Counter::kIsRate);
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Measures the host memory that the emulator needs per node, without the buffers of the program itself, while all
/// nodes are in the middle of an exchange.
void measure_memory_per_node(benchmark::State& state, std::uint32_t nodes) {
  const Machine cube = machines::ipsc860({.nodes = nodes});
  for (auto iteration : state) {
    const std::size_t before = resident_bytes();
    std::size_t during = before;
    RunOptions options;
    options.executor = ExecutorKind::fibers;
    run(
        cube,
        [&](Node& self) {
          constexpr std::uint32_t kMessages = 16;
          std::vector<Handle> handles;
          for (std::uint32_t k = 1; k <= kMessages; ++k) {
            handles.push_back(self.post_receive(NodeId{(index(self.id()) + nodes - k) % nodes}, {}));
          }
          self.barrier();
          for (std::uint32_t k = 1; k <= kMessages; ++k) {
            handles.push_back(self.post_send(NodeId{(index(self.id()) + k) % nodes}, {}));
          }
          self.wait_all(handles);
          if (self.id() == NodeId{0}) during = resident_bytes();
          self.barrier();
        },
        options);
    state.counters["bytes/node"] = static_cast<double>(during - before) / nodes;
  }
}

/// Measures pairwise exchanges in which a node reads each message as soon as it has arrived, so that its bytes should
/// still be in a cache of the host.
void measure_exchange_reading_data_on_arrival(benchmark::State& state, std::uint32_t nodes, std::size_t bytes) {
  constexpr std::uint32_t kPhases = 16;
  const Machine machine = machines::ipsc860({.nodes = nodes});
  std::vector<std::vector<std::byte>> sent(nodes, std::vector<std::byte>(bytes, std::byte{1}));
  std::vector<std::vector<std::byte>> received(nodes, std::vector<std::byte>(kPhases * bytes));
  RunOptions options;
  options.executor = ExecutorKind::fibers;
  double seconds = 0;
  for (auto _ : state) {
    const RunReport report = run(
        machine,
        [&](Node& self) {
          for (std::uint32_t k = 1; k <= kPhases; ++k) {
            const auto place = std::span(received[index(self.id())]).subspan((k - 1) * bytes, bytes);
            self.exchange(NodeId{index(self.id()) ^ k}, sent[index(self.id())], place);
            self.expect(std::memcmp(place.data(), sent[index(self.id())].data(), bytes) == 0, "all of it has come");
          }
        },
        options);
    state.SetIterationTime(report.host_seconds);
    seconds += report.host_seconds;
  }
  state.counters["s/message"] = seconds / static_cast<double>(state.iterations()) / nodes / kPhases;
}

/// Returns whether the bytes that all nodes receive take at most 3 GiB of memory, which most hosts
/// have.
bool fits_in_memory(const MeasuredExchange& c) {
  return std::uint64_t{c.nodes} * c.degree * c.bytes <= (std::uint64_t{3} << 30U);
}

void add_exchange_benchmark(const MeasuredExchange& c) {
  benchmark::RegisterBenchmark(name_of(c).c_str(), [c](benchmark::State& state) { measure_exchange(state, c); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.3);
}

bool register_all_benchmarks() {
  constexpr std::uint32_t kNodes[] = {64, 256, 1024, 4096};
  constexpr std::uint32_t kDegrees[] = {4, 16, 63};
  for (const std::uint32_t nodes : kNodes) {
    for (const std::uint32_t degree : kDegrees) {
      for (const std::uint64_t bytes : {std::uint64_t{1024}, std::uint64_t{128 * 1024}}) {
        for (const ExecutorKind executor : {ExecutorKind::fibers, ExecutorKind::threads}) {
          for (const char* algorithm : {"ac", "lp", "rs_nl"}) {
            const MeasuredExchange c{algorithm, kForcedProtocol, executor, ClockKind::virtual_time,
                                     nodes,     degree,          bytes};
            if (fits_in_memory(c)) add_exchange_benchmark(c);
          }
          const MeasuredExchange c{"ac", kUnforcedProtocol, executor, ClockKind::virtual_time, nodes, degree, bytes};
          if (fits_in_memory(c)) add_exchange_benchmark(c);
        }
      }
      const MeasuredExchange c{"bare", kForcedProtocol, ExecutorKind::fibers, ClockKind::virtual_time, nodes, degree,
                               1024};
      const auto register_reference_benchmark = [&](const char* name, auto measure) {
        benchmark::RegisterBenchmark(fmt::format("{}/n:{}/d:{}/bytes:1024", name, nodes, degree).c_str(),
                                     [measure, c](benchmark::State& state) { measure(state, c); })
            ->Unit(benchmark::kMillisecond)
            ->MinTime(0.3);
      };
      register_reference_benchmark("bare_engine",
                                   measure_reference_message_passing<cost::MessagePassingWithLinkBooking>);
      register_reference_benchmark("bare_fibers",
                                   measure_reference_message_passing<cost::MessagePassingWithFibersAndCircuits>);
    }
  }
  // Messages of 1 KiB do not fit into the host's caches with 512 nodes, but do with fewer nodes.
  for (const char* algorithm : {"ac", "lp", "rs_nl"}) {
    add_exchange_benchmark({algorithm, kForcedProtocol, ExecutorKind::fibers, ClockKind::virtual_time, 512, 16, 1024});
  }
  constexpr std::pair<std::uint32_t, std::size_t> kLookedAt[] = {
      {64, 128 * 1024}, {128, 8192}, {512, 1024}, {1024, 1024}};
  for (const auto& [nodes, bytes] : kLookedAt) {
    benchmark::RegisterBenchmark(
        fmt::format("looked_at_once/fibers/n:{}/bytes:{}", nodes, bytes).c_str(),
        [n = nodes, b = bytes](benchmark::State& state) { measure_exchange_reading_data_on_arrival(state, n, b); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  for (const char* algorithm : {"ac", "lp"}) {
    add_exchange_benchmark({algorithm, kUnforcedProtocol, ExecutorKind::threads, ClockKind::off, 64, 16, 1024});
    add_exchange_benchmark({algorithm, kUnforcedProtocol, ExecutorKind::fibers, ClockKind::off, 64, 16, 1024});
  }
  benchmark::RegisterBenchmark("memory_per_node/fibers/n:4096",
                               [](benchmark::State& state) { measure_memory_per_node(state, 4096); })
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond);
  return true;
}
const bool benchmarks_registered = register_all_benchmarks();

}  // namespace
}  // namespace switchyard
