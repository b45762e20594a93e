#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/exchange/scheduled.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/programs/program.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

/// Returns the same communication matrix as the function in bench/examples/pattern.h.
CommunicationMatrix example_matrix(std::uint32_t nodes, std::uint32_t percent, std::uint64_t bytes) {
  std::vector<Triplet> triplets;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t j = 0; j < nodes; ++j) {
      if (i != j && (31 * i + 17 * j + 7 * i * j) % 100 < percent) triplets.push_back({NodeId{i}, NodeId{j}, bytes});
    }
  }
  return CommunicationMatrix::from_triplets(nodes, triplets);
}

RunReport run_program(const char* path, const Machine& machine, std::vector<std::string> words,
                      ExecutorKind executor = kQuickExecutor) {
  return run(machine, Program::load_program(path)->make_node_program(std::move(words)), {.executor = executor});
}

Duration time_of_algorithm(const char* name, const Machine& machine, const CommunicationMatrix& matrix) {
  static const Catalogue catalogue = shipped_algorithms();
  Workload workload(matrix);
  return run_exchange(machine, catalogue.find("name", name), workload).report.makespan;
}

Machine make_cm5(std::uint32_t nodes) { return machines::cm5({.nodes = nodes}); }

TEST(ProgramExample, PairwiseExchangeTakesTheTimeOfTheAlgorithm) {
  for (const std::uint32_t nodes : {2U, 8U, 32U}) {
    for (const std::uint64_t bytes : {0U, 16U, 1000U}) {
      EXPECT_EQ(run_program(SWITCHYARD_CMMD_PEX, make_cm5(nodes), {std::to_string(bytes)}).makespan,
                time_of_algorithm("pex", make_cm5(nodes), example_matrix(nodes, 100, bytes)))
          << nodes << " nodes, " << bytes << " B";
    }
  }
}

TEST(ProgramExample, GreedySchedulingTakesTheTimeOfTheAlgorithm) {
  for (const std::uint32_t nodes : {8U, 32U}) {
    for (const std::uint32_t percent : {10U, 25U, 75U}) {
      EXPECT_EQ(run_program(SWITCHYARD_CMMD_GS, make_cm5(nodes), {std::to_string(percent), "512"}).makespan,
                time_of_algorithm("gs", make_cm5(nodes), example_matrix(nodes, percent, 512)))
          << nodes << " nodes, " << percent << " %";
    }
  }
}

TEST(ProgramExample, LinearPermutationByActiveMessagesTakesTheTimeOfTheAlgorithm) {
  for (const std::uint32_t percent : {10U, 25U, 100U}) {
    EXPECT_EQ(run_program(SWITCHYARD_CMMD_LINEAR, make_cm5(16), {std::to_string(percent), "512"}).makespan,
              time_of_algorithm("lp_barrier", make_cm5(16), example_matrix(16, percent, 512)))
        << percent << " %";
  }
}

TEST(ProgramExample, LinearPermutationsOfNxTakeTheTimeOfTheAlgorithm) {
  const Machine cube = machines::ipsc860({.nodes = 16});
  for (const std::uint32_t percent : {25U, 100U}) {
    for (const std::uint32_t bytes : {0U, 100U, 4096U}) {
      EXPECT_EQ(run_program(SWITCHYARD_NX_LP, cube, {std::to_string(percent), std::to_string(bytes)}).makespan,
                time_of_algorithm("lp", cube, example_matrix(16, percent, bytes)))
          << percent << " %, " << bytes << " B";
    }
  }
}

/// Returns the schedule whose phases node 0 of the program rs_nl.c has printed.
Schedule printed_schedule(const std::string& output) {
  Schedule schedule(16);
  std::istringstream lines(output);
  std::uint32_t last = 0, node = 0, phase = 0, from = 0, to = 0;
  char bracket = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (!(words >> bracket >> node >> bracket >> phase >> from >> to)) continue;
    for (; last < phase; ++last) schedule.close_phase();
    schedule.add({NodeId{from}, NodeId{to}, 0});
  }
  schedule.close_phase();
  return schedule;
}

TEST(ProgramExample, SchedulesWithoutContentionTakeTheTimeOfTheirPhasesOverNode) {
  const Machine cube = machines::ipsc860({.nodes = 16});
  for (const std::uint32_t percent : {25U, 75U}) {
    for (const std::uint32_t bytes : {16U, 4096U}) {
      const ProgramResult program =
          run_program_on(cube, SWITCHYARD_NX_RS_NL, {std::to_string(percent), std::to_string(bytes), "1", "1"});
      ASSERT_EQ(program.code, ExitCode::done) << program.error;
      const CommunicationMatrix matrix = example_matrix(16, percent, bytes);
      const ScheduleStepsByNode plans(printed_schedule(program.output));
      Workload workload(matrix);
      const RunReport over_node =
          run(cube,
              [&](Node& self) {
                exchange_with_handshakes(self, workload.traffic(self.id()), plans.steps_of_node(self.id()),
                                         protocol_named("forced"));
              },
              {.executor = kQuickExecutor});
      EXPECT_EQ(run_program(SWITCHYARD_NX_RS_NL, cube, {std::to_string(percent), std::to_string(bytes), "1"}).makespan,
                over_node.makespan)
          << percent << " %, " << bytes << " B";
    }
  }
}

/// The example program draws other random numbers than the library's algorithm drs, so that its time is only similar to
/// that of the algorithm.
TEST(ProgramExample, DistributedRandomSchedulingEndsOnAllSeeds) {
  const Duration algorithm = time_of_algorithm("drs", make_cm5(16), example_matrix(16, 50, 2048));
  for (const char* seed : {"1", "2", "3"}) {
    const RunReport fibers = run_program(SWITCHYARD_CMMD_DRS, make_cm5(16), {"50", "2048", seed}, ExecutorKind::fibers);
    EXPECT_LT(fibers.makespan, 2 * algorithm);
    EXPECT_GT(2 * fibers.makespan, algorithm);
    const RunReport threads =
        run_program(SWITCHYARD_CMMD_DRS, make_cm5(16), {"50", "2048", seed}, ExecutorKind::threads);
    EXPECT_EQ(fibers.trace_hash, threads.trace_hash);
  }
}

/// A node program that makes the same calls as the program bench/examples/cmmd/drs_messages.c.
class RandomScheduling {
 public:
  RandomScheduling(Node& self, std::uint32_t percent, std::uint64_t bytes, std::uint32_t seed)
      : self_(self), bytes_(bytes), receive_buffer_(bytes), generator_state_(1000 * seed + index(self.id())) {
    const CommunicationMatrix matrix = example_matrix(self.node_count(), percent, bytes);
    for (const auto& message : matrix.row(self.id())) pending_destinations_.push_back(message.destination);
    messages_not_received_ = matrix.in_degree(self.id());
    self.attach_buffer(std::uint64_t{1} << 40U);
  }

  void run_scheduling() {
    while (!pending_destinations_.empty()) try_to_send_to_random_destination();
    while (messages_not_received_ > 0) serve_one_request();
    self_.barrier();
  }

 private:
  static constexpr Tag kSendPermissionRequestTag{1}, kSendPermissionAnswerTag{2}, kDataTag{3};

  std::uint32_t random_below(std::uint32_t bound) {
    generator_state_ = 1664525U * generator_state_ + 1013904223U;
    return (generator_state_ >> 16U) % bound;
  }
  void send(NodeId to, Tag tag, std::span<const std::byte> data) {
    self_.wait(self_.post_send(to, data, {.tag = tag, .mode = SendMode::buffered}));
  }

  void serve_one_request() {
    std::array<std::byte, 1> granted{};
    if (const auto asked = self_.try_probe(kAnyNode, kSendPermissionRequestTag)) {
      granted[0] = std::byte{!turn_holder_};
      self_.receive(asked->source, {}, kSendPermissionRequestTag);
      if (!turn_holder_) turn_holder_ = asked->source;
      send(asked->source, kSendPermissionAnswerTag, granted);
    }
    if (!turn_holder_ || *turn_holder_ == self_.id() || !self_.try_probe(*turn_holder_, kDataTag)) return;
    self_.receive(*turn_holder_, receive_buffer_, kDataTag);
    turn_holder_.reset();
    --messages_not_received_;
  }

  bool ask_destination_for_send_permission(NodeId node) {
    std::array<std::byte, 1> granted{};
    send(node, kSendPermissionRequestTag, {});
    while (!self_.try_probe(node, kSendPermissionAnswerTag)) serve_one_request();
    self_.receive(node, granted, kSendPermissionAnswerTag);
    return granted[0] != std::byte{0};
  }

  void try_to_send_to_random_destination() {
    const std::uint32_t which = random_below(static_cast<std::uint32_t>(pending_destinations_.size()));
    while (turn_holder_) serve_one_request();
    turn_holder_ = self_.id();
    const bool sent = ask_destination_for_send_permission(pending_destinations_[which]);
    if (sent) {
      send(pending_destinations_[which], kDataTag, std::vector<std::byte>(bytes_));
      pending_destinations_[which] = pending_destinations_.back();
      pending_destinations_.pop_back();
    }
    turn_holder_.reset();
    for (std::uint32_t rest = sent ? 0 : random_below(12); rest > 0; --rest) serve_one_request();
  }

  Node& self_;
  std::uint64_t bytes_;
  std::vector<std::byte> receive_buffer_;
  std::uint32_t generator_state_;
  std::uint32_t messages_not_received_ = 0;
  std::vector<NodeId> pending_destinations_;
  std::optional<NodeId> turn_holder_;
};

TEST(ProgramExample, RandomSchedulingByMessagesTakesTheTimeOfTheSameNodeProgram) {
  for (const std::uint32_t percent : {10U, 50U}) {
    for (const std::uint32_t seed : {1U, 2U}) {
      const RunReport over_node =
          run(make_cm5(16), [&](Node& self) { RandomScheduling(self, percent, 512, seed).run_scheduling(); },
              {.executor = kQuickExecutor});
      const RunReport program = run_program(SWITCHYARD_CMMD_DRS_MESSAGES, make_cm5(16),
                                            {std::to_string(percent), "512", std::to_string(seed)});
      EXPECT_EQ(program.makespan, over_node.makespan) << percent << " %, seed " << seed;
      EXPECT_EQ(program.network.messages, over_node.network.messages);
    }
  }
}

}  // namespace
}  // namespace switchyard
