/// \file mailbox_bench.cpp
/// The host time of messages in runs without emulated time (ClockKind::off): in a stream, a ping-pong, a fan-in to one
/// node, and repeated exchanges among many nodes. For comparison with the stream, a plain Boost.Lockfree queue between
/// two threads is measured, too.

#include <benchmark/benchmark.h>

#include <array>
#include <boost/lockfree/spsc_queue.hpp>
#include <span>
#include <thread>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

constexpr std::size_t kMessageBytes = 64;
constexpr std::uint32_t kMessageCount = 100'000;

RunOptions run_options_without_emulated_time(std::int64_t executor) {
  RunOptions options;
  options.clock = ClockKind::off;
  options.executor = executor == 0 ? ExecutorKind::fibers : ExecutorKind::threads;
  return options;
}

void set_time_per_message_counter(benchmark::State& state, double messages) {
  state.counters["s/message"] = benchmark::Counter(static_cast<double>(state.iterations()) * messages,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void measure_run_times(benchmark::State& state, std::uint32_t nodes, const NodeProgram& program) {
  const Machine machine = machines::ipsc860({.nodes = nodes});
  const RunOptions options = run_options_without_emulated_time(state.range(0));
  for (auto iteration : state) state.SetIterationTime(run(machine, program, options).host_seconds);
}

/// Measures, for comparison with the mailboxes of the emulator, how fast items of 64 bytes go from one thread to
/// another through a plain Boost.Lockfree queue with the capacity of a mailbox.
void bare_queue(benchmark::State& state) {
  using QueueItem = std::array<std::byte, kMessageBytes>;
  for (auto iteration : state) {
    boost::lockfree::spsc_queue<QueueItem> queue(RunOptions{}.mailbox_capacity);
    std::thread receiver([&] {
      QueueItem item;
      for (std::uint32_t i = 0; i < kMessageCount;) {
        if (queue.pop(item)) {
          // Copying the item is most of the work; DoNotOptimize() keeps the compiler from removing the copy.
          benchmark::DoNotOptimize(item);
          ++i;
        } else {
          std::this_thread::yield();
        }
      }
    });
    const QueueItem item{};
    for (std::uint32_t i = 0; i < kMessageCount;) {
      if (queue.push(item)) {
        ++i;
      } else {
        std::this_thread::yield();
      }
    }
    receiver.join();
  }
  set_time_per_message_counter(state, kMessageCount);
}
BENCHMARK(bare_queue)->Unit(benchmark::kMillisecond)->UseRealTime();

void stream(benchmark::State& state) {
  measure_run_times(state, 2, [](Node& self) {
    std::array<std::byte, kMessageBytes> data{};
    for (std::uint32_t i = 0; i < kMessageCount; ++i) {
      if (self.id() == NodeId{0}) {
        self.send(NodeId{1}, data);
      } else {
        self.receive(NodeId{0}, data);
      }
    }
  });
  set_time_per_message_counter(state, kMessageCount);
}
BENCHMARK(stream)->ArgName("executor")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseManualTime();

void ping_pong(benchmark::State& state) {
  constexpr std::uint32_t kRounds = 2'000;
  measure_run_times(state, 2, [](Node& self) {
    std::array<std::byte, kMessageBytes> data{};
    const NodeId peer = self.id() ^ 1U;
    for (std::uint32_t i = 0; i < kRounds; ++i) {
      if (self.id() == NodeId{0}) self.send(peer, data);
      self.receive(peer, data);
      if (self.id() == NodeId{1}) self.send(peer, data);
    }
  });
  set_time_per_message_counter(state, 2.0 * kRounds);
}
BENCHMARK(ping_pong)->ArgName("executor")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseManualTime();

void fan_in(benchmark::State& state) {
  constexpr std::uint32_t kNodes = 64;
  constexpr std::uint32_t kEach = 200;
  measure_run_times(state, kNodes, [](Node& self) {
    std::array<std::byte, kMessageBytes> data{};
    if (self.id() == NodeId{0}) {
      for (std::uint32_t i = 0; i < (kNodes - 1) * kEach; ++i) self.receive(kAnyNode, data);
    } else {
      for (std::uint32_t i = 0; i < kEach; ++i) self.send(NodeId{0}, data);
    }
  });
  set_time_per_message_counter(state, (kNodes - 1.0) * kEach);
}
BENCHMARK(fan_in)->ArgName("executor")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseManualTime();

/// Measures exchanges as the algorithm AC (asynchronous communication) does them, many times in one run. The measured
/// time excludes the start of the 64 threads, which would take most of the time of a single exchange.
void exchanges(benchmark::State& state) {
  constexpr std::uint32_t kNodes = 64;
  constexpr std::uint32_t kDegree = 16;
  constexpr std::uint32_t kRounds = 30;
  constexpr std::size_t kPayload = 1024;
  std::vector<std::byte> outgoing(kNodes * kDegree * kPayload);
  std::vector<std::byte> incoming(outgoing.size());
  measure_run_times(state, kNodes, [&](Node& self) {
    const std::size_t own = index(self.id()) * kDegree * kPayload;
    const auto piece = [&](std::vector<std::byte>& of, std::uint32_t k) {
      return std::span(of).subspan(own + k * kPayload, kPayload);
    };
    const auto node_at = [&](std::uint32_t distance) { return NodeId{(index(self.id()) + distance) % kNodes}; };
    std::vector<Handle> handles;
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      handles.clear();
      for (std::uint32_t k = 0; k < kDegree; ++k) {
        handles.push_back(self.post_receive(node_at(kNodes - 1 - 3 * k), piece(incoming, k)));
      }
      for (std::uint32_t k = 0; k < kDegree; ++k)
        handles.push_back(self.post_send(node_at(1 + 3 * k), piece(outgoing, k)));
      self.wait_all(handles);
    }
  });
  set_time_per_message_counter(state, kNodes * kDegree * kRounds);
}
BENCHMARK(exchanges)->ArgName("executor")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseManualTime();

}  // namespace
}  // namespace switchyard
