/// \file program_bench.cpp
/// The host cost of running C and C++ programs on the nodes: of loading programs, of resetting their variables between
/// runs, of sending messages compared with node programs that send the same messages, and of runs under stress testing.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/program.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/random.hpp"
#include "runtime/run.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {
namespace {

/// Returns the processor time of this process in seconds, which other work on the host hardly changes.
double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Returns the resident memory of this process in KiB.
double resident_kib() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1024;
}

double total_bytes_of_ranges(const std::vector<ElfFile::Range>& ranges) {
  return std::accumulate(ranges.begin(), ranges.end(), 0.0, [](double sum, const ElfFile::Range& range) {
    return sum + static_cast<double>(range.end - range.begin);
  });
}

// --- benchmarks that load programs ---------------------------------------------------------------------------------

/// Measures loading a program for as many nodes as the benchmark's argument says. The counter `KiB_a_node` is the host
/// memory for each node beyond the node's own copy of the program's data: that of mapped pages and of the copy of the
/// file in memory.
void measure_program_loading(benchmark::State& state) {
  const auto nodes = static_cast<std::size_t>(state.range(0));
  const ElfFile file(SWITCHYARD_BENCH_PING_PONG);
  double kib = 0;
  for (auto iteration : state) {
    const double before = resident_kib();
    const double start = processor_seconds();
    auto program = Program::load_program(SWITCHYARD_BENCH_PING_PONG);
    program->prepare_program_images(nodes);
    state.SetIterationTime(processor_seconds() - start);
    kib = resident_kib() - before;
  }
  const auto count = static_cast<double>(nodes);
  const double own =
      (total_bytes_of_ranges(file.data_ranges()) + total_bytes_of_ranges(file.zero_initialised_ranges())) / 1024;
  state.counters["KiB_a_node"] = kib / count + static_cast<double>(file.bytes().size()) / 1024 - own;
  state.counters["s_a_node"] =
      benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(measure_program_loading)
    ->Name("program/load")
    ->Arg(1)
    ->Arg(64)
    ->Arg(1024)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// --- benchmarks that reset the programs' global variables between runs ---------------------------------------------

/// Memory with a part for each of `count` nodes. All parts begin at the same offset in a memory page, as the nodes'
/// copies of a program's variables do.
class NodeMemoryPages {
 public:
  NodeMemoryPages(std::size_t count, std::size_t bytes)
      : page_stride_((bytes + kPageBytes - 1) / kPageBytes * kPageBytes),
        memory_(count * page_stride_ + kPageBytes, 1) {}
  char* memory_of_node(std::size_t node) noexcept { return memory_.data() + node * page_stride_; }

 private:
  static constexpr std::size_t kPageBytes = 4096;
  std::size_t page_stride_;
  std::vector<char> memory_;
};

/// Measures resetting the global variables of a program on 64 nodes, and copying as many bytes with memcpy. The
/// benchmark's counter `of_memcpy` is the quotient of the two times. The programs have 48 bytes, 8 KiB and 1 MiB of
/// global variables.
void measure_program_resetting(benchmark::State& state) {
  constexpr std::size_t kNodes = 64;
  constexpr std::array kPrograms{SWITCHYARD_BENCH_PING_PONG, SWITCHYARD_BENCH_FEW_GLOBALS, SWITCHYARD_BENCH_GLOBALS};
  const ProgramFiles files(kPrograms[static_cast<std::size_t>(state.range(0))]);
  const ElfFile& file = files.program();
  const ResolvedSymbols names(files, {});
  std::vector<ProcessVariables> variables(kNodes);
  std::vector<std::unique_ptr<ProgramImage>> images;
  for (ProcessVariables& each : variables) images.push_back(std::make_unique<ProgramImage>(files, names, each));
  // The first reset, which is not measured, maps the pages of the node's copy of the variables.
  for (const auto& image : images) image->restore_initial_data();
  const auto bytes = static_cast<std::size_t>(total_bytes_of_ranges(file.data_ranges()) +
                                              total_bytes_of_ranges(file.zero_initialised_ranges()));
  NodeMemoryPages from(kNodes, bytes), to(kNodes, bytes);
  // Short resets are repeated within one measurement, because reading the clock takes about as long as one of them.
  const std::size_t rounds = 1 + (std::size_t{1} << 16U) / bytes;
  double resetting = 0, copying = 0;
  for (auto iteration : state) {
    const double start = processor_seconds();
    for (std::size_t round = 0; round < rounds; ++round) {
      for (const auto& image : images) image->restore_initial_data();
    }
    const double between = processor_seconds();
    for (std::size_t i = 0; i < rounds * kNodes; ++i) {
      std::memcpy(to.memory_of_node(i % kNodes), from.memory_of_node(i % kNodes), bytes);
      benchmark::ClobberMemory();
    }
    copying += processor_seconds() - between;
    resetting += between - start;
    state.SetIterationTime(between - start);
  }
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["of_memcpy"] = resetting / copying;
}
BENCHMARK(measure_program_resetting)
    ->Name("program/reset_of_64")
    ->ArgName("program")
    ->DenseRange(0, 2)
    ->UseManualTime();

// --- benchmarks that compare messages of C programs with those of node programs ------------------------------------

void run_ping_pong(Node& self, long rounds) {
  const NodeId peer{1 - index(self.id())};
  std::array<std::byte, 64> data{};
  for (long i = 0; i < rounds; ++i) {
    if (self.id() == NodeId{0}) self.send(peer, data);
    self.receive(peer, data);
    if (self.id() == NodeId{1}) self.send(peer, data);
  }
}

/// Measures repeated runs of a node program on a machine. The benchmark's time is the time of one run.
/// The counter `messages/s` is the rate of messages.
void measure_runs(benchmark::State& state, const Machine& machine, const NodeProgram& program) {
  std::uint64_t messages = 0;
  for (auto iteration : state) messages += run(machine, program, {.executor = kQuickExecutor}).network.messages;
  state.counters["messages/s"] = benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
}

constexpr long kPingPongRounds = 10'000;

void measure_ping_pong_over_node(benchmark::State& state) {
  measure_runs(state, machines::ipsc860({.nodes = 2}), [](Node& self) { run_ping_pong(self, kPingPongRounds); });
}
BENCHMARK(measure_ping_pong_over_node)->Name("program/ping_pong_over_node")->Unit(benchmark::kMillisecond);

void measure_ping_pong_over_nx(benchmark::State& state) {
  const auto program = Program::load_program(SWITCHYARD_BENCH_PING_PONG);
  measure_runs(state, machines::ipsc860({.nodes = 2}), program->make_node_program({std::to_string(kPingPongRounds)}));
}
BENCHMARK(measure_ping_pong_over_nx)->Name("program/ping_pong_over_nx")->Unit(benchmark::kMillisecond);

constexpr std::uint32_t kAsyncExchangeNodeCount = 64, kAsyncExchangePairPercent = 50, kAsyncExchangeMessageBytes = 256;

bool does_node_send_to_node(std::uint32_t i, std::uint32_t j) {
  return i != j && (31 * i + 17 * j + 7 * i * j) % 100 < kAsyncExchangePairPercent;
}

/// A node program that sends the same messages as the C program bench/examples/nx/ac.c. Each message
/// is sent from a memory block of its own.
void run_async_exchange_program(Node& self) {
  const std::uint32_t me = index(self.id()), n = self.node_count();
  std::vector<std::vector<std::byte>> in(n), out(n);
  std::vector<Handle> receiving, sending;
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (!does_node_send_to_node(i, me)) continue;
    in[i].resize(kAsyncExchangeMessageBytes);
    receiving.push_back(self.post_receive(NodeId{i}, in[i]));
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    if (does_node_send_to_node(me, i)) order.push_back(i);
  }
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[self.random().random_number_below(i)]);
  for (const std::uint32_t to : order) {
    out[to].assign(kAsyncExchangeMessageBytes, static_cast<std::byte>(1 + (5 * me + 11 * to) % 127));
    sending.push_back(self.post_send(NodeId{to}, out[to]));
  }
  for (const Handle& each : receiving) self.wait(each);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const std::byte byte : in[i])
      self.expect(byte == static_cast<std::byte>(1 + (5 * i + 11 * me) % 127), "right");
  }
  for (const Handle& each : sending) self.wait(each);
}

void measure_async_exchange_over_node_api(benchmark::State& state) {
  measure_runs(state, machines::ipsc860({.nodes = kAsyncExchangeNodeCount}), run_async_exchange_program);
}
BENCHMARK(measure_async_exchange_over_node_api)->Name("program/ac_over_node")->Unit(benchmark::kMillisecond);

void measure_async_exchange_over_nx_api(benchmark::State& state) {
  const auto program = Program::load_program(SWITCHYARD_BENCH_AC);
  measure_runs(state, machines::ipsc860({.nodes = kAsyncExchangeNodeCount}),
               program->make_node_program(
                   {std::to_string(kAsyncExchangePairPercent), std::to_string(kAsyncExchangeMessageBytes)}));
}
BENCHMARK(measure_async_exchange_over_nx_api)->Name("program/ac_over_nx")->Unit(benchmark::kMillisecond);

constexpr std::uint32_t kOneSidedTransferNodeCount = 64, kOneSidedPartnersOfNode = 16, kOneSidedRounds = 100;
const char* const kOneSidedTransferWays[] = {"two_sided", "put", "get", "accumulate"};

/// Measures the one-sided transfers of 8 bytes that the program one_sided.c makes. The benchmark's first argument is
/// the machine (0 iPSC/860, 1 CM-5), the second argument the way of transfer, as an index into kOneSidedTransferWays.
/// The counter `transfers/s` is the rate of transfers.
void measure_one_sided_transfers(benchmark::State& state) {
  const auto program = Program::load_program(SWITCHYARD_BENCH_ONE_SIDED);
  const Machine machine = state.range(0) == 0 ? machines::ipsc860({.nodes = kOneSidedTransferNodeCount})
                                              : machines::cm5({.nodes = kOneSidedTransferNodeCount});
  const NodeProgram on_nodes =
      program->make_node_program({kOneSidedTransferWays[state.range(1)], std::to_string(kOneSidedRounds)});
  for (auto iteration : state) run(machine, on_nodes, {.executor = kQuickExecutor});
  state.SetLabel(std::string(kOneSidedTransferWays[state.range(1)]));
  state.counters["transfers/s"] =
      benchmark::Counter(static_cast<double>(kOneSidedTransferNodeCount) * kOneSidedPartnersOfNode * kOneSidedRounds,
                         benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(measure_one_sided_transfers)
    ->Name("program/one_sided")
    ->ArgNames({"cm5", "way"})
    ->ArgsProduct({{0, 1}, {0, 1, 2, 3}})
    ->Unit(benchmark::kMillisecond);

// --- benchmarks of the memory that programs allocate ---------------------------------------------------------------

constexpr long kAllocationRounds = 1000, kAllocationsPerRound = 100;

/// Measures pairs of malloc() and free() that a C program on one emulated node calls.
void measure_allocations_of_program(benchmark::State& state) {
  const auto program = Program::load_program(SWITCHYARD_BENCH_BLOCKS);
  const NodeProgram on_node = program->make_node_program({std::to_string(kAllocationRounds)});
  for (auto iteration : state) run(machines::ipsc860({.nodes = 1}), on_node, {.executor = kQuickExecutor});
  state.SetItemsProcessed(state.iterations() * kAllocationRounds * kAllocationsPerRound);
}
BENCHMARK(measure_allocations_of_program)->Name("program/blocks")->Unit(benchmark::kMillisecond);

/// Measures pairs of the host's own malloc() and free(), as many as measure_allocations_of_program() measures.
void measure_allocations_of_host(benchmark::State& state) {
  std::array<void*, kAllocationsPerRound> blocks{};
  for (auto iteration : state) {
    for (long round = 0; round < kAllocationRounds; ++round) {
      for (std::size_t i = 0; i < blocks.size(); ++i)
        benchmark::DoNotOptimize(blocks[i] = std::malloc(16 + 48 * (i % 20)));
      for (void* const block : blocks) std::free(block);
    }
  }
  state.SetItemsProcessed(state.iterations() * kAllocationRounds * kAllocationsPerRound);
}
BENCHMARK(measure_allocations_of_host)->Name("program/blocks_of_host")->Unit(benchmark::kMillisecond);

// --- benchmarks that run programs under stress testing -------------------------------------------------------------

/// Measures runs of a program on two nodes under stress testing. The benchmark's argument `stuck` makes the program
/// deadlock in each run; its argument `in_child` carries out the runs in child processes, as the command `stress` does.
/// The counter `KiB_growth` is the growth of this process's memory.
void measure_stress_runs(benchmark::State& state) {
  constexpr std::uint64_t kRuns = 50'000;
  const auto program = Program::load_program(SWITCHYARD_BENCH_TWO_NODES);
  program->prepare_program_images(2);
  const Machine machine = machines::ipsc860({.nodes = 2});
  const NodeProgram on_nodes =
      program->make_node_program(state.range(0) == 0 ? std::vector<std::string>{} : std::vector<std::string>{"stuck"});
  StressOptions options{.runs = kRuns,
                        .strategies = {StressStrategy::random, StressStrategy::pct, StressStrategy::starve,
                                       StressStrategy::halved_buffer_sizes},
                        .jobs = 1};
  options.limits.isolated = state.range(1) != 0;
  double growth = 0;
  for (auto iteration : state) {
    const double before = resident_kib();
    benchmark::DoNotOptimize(stress(machine, on_nodes, options));
    growth = resident_kib() - before;
  }
  state.counters["KiB_growth"] = growth;
  state.counters["runs/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kRuns, benchmark::Counter::kIsRate);
}
BENCHMARK(measure_stress_runs)
    ->Name("program/stress")
    ->ArgNames({"stuck", "in_child"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->UseRealTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace switchyard
