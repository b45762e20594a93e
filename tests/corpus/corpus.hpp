#pragma once
/// \file corpus.hpp
/// Small node programs, wrong and right ones, each with its expected verdict: how its runs end. The verdict of a
/// program was derived from the documents of this library before the program was run, and corrected afterwards only
/// where the documents say so. Three programs were added later, for defects that other tests had shown:
/// cancelled_send_or_not, and the programs that count their tests.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/stress/outcome.hpp"

namespace switchyard::corpus {

/// Records the line of the call that follows it and gives the call a label, as in `AT(1), self.receive(...);`. So tests
/// can compare the line with the one in a report on the program.
#define AT(label) ::switchyard::corpus::record_line_of_call(label, __LINE__)
void record_line_of_call(std::uint32_t label, std::uint32_t line) noexcept;

/// What a waiting node needs to continue.
enum class AwaitedResource : std::uint8_t {
  message,     ///< the matching send or receive, which another node has to make
  buffer,      ///< room in a receiver's system buffer, or a free send buffer of the node itself
  collective,  ///< the call of the collective by all other nodes that take part in it
  poll,        ///< a poll by another node, by which that node handles active messages
  word,        ///< an active message from another node
  lock,        ///< a busy lock that another node or the waiting node itself holds
};

/// The nodes for which a waiting node waits, because they could end its wait.
struct AwaitedPeers {
  std::vector<std::uint32_t> nodes;
  /// Whether all other nodes could end the wait. A report may then leave out those that have finished.
  bool includes_all_other_nodes = false;
  AwaitedPeers(std::initializer_list<std::uint32_t> which) : nodes(which) {}
  static AwaitedPeers all_other_nodes() {
    AwaitedPeers all{};
    all.includes_all_other_nodes = true;
    return all;
  }
};

/// The expected report on a node that cannot continue.
struct ExpectedWaitingNodeReport {
  std::uint32_t node;
  std::string call_name;  ///< name of the function of Node or Group in which the node waits, such as "receive"
  std::uint32_t label;    ///< label of the waiting call, as given to AT()
  AwaitedPeers awaited_peers;
  AwaitedResource awaited_resource = AwaitedResource::message;
  std::optional<std::uint32_t> tag = std::nullopt;
};

/// A node, and the label of the call in its program that is to blame. Label 0 stands for no call.
struct BlamedCall {
  std::uint32_t node;
  std::uint32_t label;
};

/// An expected way in which runs of a program fail.
struct ExpectedFailure {
  RunOutcome outcome;
  std::vector<ExpectedWaitingNodeReport> waits = {};    ///< for a deadlock: all nodes that wait for ever
  std::vector<std::vector<std::uint32_t>> cycles = {};  ///< for a deadlock: cycles of nodes that wait for each other
  /// For an error of a node: the nodes and calls that may be to blame, one of which the report has to name.
  std::vector<BlamedCall> blamed_calls = {};
  /// For lost data: the label of the call that sent the data; 0 if it does not matter which call is reported.
  std::uint32_t label = 0;
};

using WaitCycles = std::vector<std::vector<std::uint32_t>>;
inline ExpectedFailure deadlock(std::vector<ExpectedWaitingNodeReport> waits, WaitCycles cycles = {}) {
  return {.outcome = RunOutcome::deadlock, .waits = std::move(waits), .cycles = std::move(cycles)};
}
/// Returns the expected failure that a message is never received. `label` is the label of the call that sends the
/// message; 0 if it does not matter which call is reported.
inline ExpectedFailure lost_message(std::uint32_t label = 0) {
  return {.outcome = RunOutcome::data_lost, .label = label};
}
inline ExpectedFailure corrupted_data(std::vector<BlamedCall> guilty) {
  return {.outcome = RunOutcome::data_corrupted, .blamed_calls = std::move(guilty)};
}
inline ExpectedFailure error(std::vector<BlamedCall> guilty) {
  return {.outcome = RunOutcome::program_error, .blamed_calls = std::move(guilty)};
}
inline ExpectedFailure failure(RunOutcome outcome) { return {.outcome = outcome}; }

enum class ShareOfFailingEventOrders : std::uint8_t {
  no_event_order_fails,    ///< the program completes in every order of events
  some_event_orders_fail,  ///< the program fails in some orders of events, and completes in others
  all_event_orders_fail,   ///< the program fails in every order of events
};

struct ExpectedVerdict {
  ShareOfFailingEventOrders failing_orders = ShareOfFailingEventOrders::no_event_order_fails;
  /// The possible failures. Every order of events in which the program fails ends in one of them.
  std::vector<ExpectedFailure> failures = {};
};
inline ExpectedVerdict completes_in_every_order() { return {}; }
inline ExpectedVerdict fails_in_every_order(std::vector<ExpectedFailure> ways) {
  return {ShareOfFailingEventOrders::all_event_orders_fail, std::move(ways)};
}
inline ExpectedVerdict fails_in_some_orders(std::vector<ExpectedFailure> ways) {
  return {ShareOfFailingEventOrders::some_event_orders_fail, std::move(ways)};
}

/// The machines and clocks on which a program of the corpus is run.
enum class ProgramPlatforms : std::uint8_t {
  all_machines_and_clocks,
  cm5,                             ///< only the CM-5, which has active messages, under every clock
  cm5_with_virtual_or_wall_clock,  ///< only the CM-5, but not with ClockKind::off
  ipsc860_with_virtual_or_wall_clock,
  system_buffer_and_virtual_or_wall_clock,  ///< only machines with a system buffer, and not with ClockKind::off
  virtual_or_wall_clock,
  virtual_clock,  ///< only the virtual clock, because real time or real threads would change the result
};

/// What a program of the corpus needs to have its verdict. Not every machine and not every way of running the program
/// meets these needs.
struct ProgramNeeds {
  ProgramPlatforms platforms = ProgramPlatforms::all_machines_and_clocks;
  /// The value to which the machine's constant for the size of its system buffers is to be set.
  std::string system_buffer_constant = {};
  std::string send_buffers = {};
  /// Whether the program has the same verdict if standard sends always wait for their receives, or never do.
  bool standard_sends = true;
  /// Whether a program of two nodes has the same verdict on machines with halved buffers.
  bool allows_halved_buffers = true;
  /// Whether the program polls for ever, so that its runs end only at a limit. Such a program is run fewer times.
  bool polls_forever = false;
};

struct CorpusProgram {
  std::string name;
  std::uint32_t nodes;
  NodeProgram node_program;
  /// The verdict on machines on which a message waits at its sender until a receive is posted.
  ExpectedVerdict verdict;
  /// The verdict on machines that store messages at the receiver before a receive is posted; nothing if it is equal to
  /// `verdict`.
  std::optional<ExpectedVerdict> verdict_if_machine_stores_messages = {};
  ProgramNeeds conditions_for_verdict = {};
};

struct TestProgramCategory {
  std::string name;
  std::vector<CorpusProgram> programs;
};

inline CorpusProgram make_correct_program(std::string name, std::uint32_t nodes, NodeProgram program,
                                          ProgramNeeds needs = {}) {
  return {std::move(name), nodes, std::move(program), completes_in_every_order(), std::nullopt, std::move(needs)};
}
inline CorpusProgram make_wrong_program(std::string name, std::uint32_t nodes, NodeProgram program,
                                        ExpectedVerdict verdict, ProgramNeeds needs = {}) {
  return {std::move(name), nodes, std::move(program), std::move(verdict), std::nullopt, std::move(needs)};
}
inline CorpusProgram make_wrong_program(std::string name, std::uint32_t nodes, NodeProgram program, ExpectedFailure way,
                                        ProgramNeeds needs = {}) {
  return make_wrong_program(std::move(name), nodes, std::move(program), fails_in_every_order({std::move(way)}),
                            std::move(needs));
}
/// Makes a program that has a different verdict on machines that store messages at the receiver before a receive is
/// posted.
inline CorpusProgram program_depending_on_storage(std::string name, std::uint32_t nodes, NodeProgram program,
                                                  ExpectedVerdict verdict, ExpectedVerdict if_stored,
                                                  ProgramNeeds needs = {}) {
  return {std::move(name), nodes, std::move(program), std::move(verdict), std::move(if_stored), std::move(needs)};
}

inline std::vector<CorpusProgram> join_wrong_and_correct_programs(std::vector<CorpusProgram> wrong_ones,
                                                                  std::vector<CorpusProgram> right_ones) {
  for (CorpusProgram& program : right_ones) wrong_ones.push_back(std::move(program));
  return wrong_ones;
}

// --- functions and types that the programs use --------------------------------------------------------------------

/// A number that is sent or received as the data of a message.
struct NumberAsMessageData {
  std::uint32_t value = 0;
  std::span<const std::byte> out() const noexcept { return std::as_bytes(std::span(&value, 1)); }
  std::span<std::byte> in() noexcept { return std::as_writable_bytes(std::span(&value, 1)); }
};
using PayloadBytes = std::vector<std::byte>;
constexpr NodeId make_node_id(std::uint32_t number) noexcept { return NodeId{number}; }
constexpr Tag make_tag(std::uint32_t number) noexcept { return Tag{number}; }
inline std::uint32_t number_of_calling_node(const Node& self) noexcept { return index(self.id()); }
inline NodeId right_neighbour(const Node& self) noexcept {
  return make_node_id((number_of_calling_node(self) + 1) % self.node_count());
}
inline NodeId left_neighbour(const Node& self) noexcept {
  return make_node_id((number_of_calling_node(self) + self.node_count() - 1) % self.node_count());
}
inline MessageOptions synchronous_send_options(std::uint32_t tag = 0) {
  return {.tag = make_tag(tag), .mode = SendMode::synchronous};
}
inline MessageOptions ready_send_options(std::uint32_t tag = 0) {
  return {.tag = make_tag(tag), .mode = SendMode::ready};
}
inline MessageOptions buffered_send_options(std::uint32_t tag = 0) {
  return {.tag = make_tag(tag), .mode = SendMode::buffered};
}
inline MessageOptions tagged_send_options(std::uint32_t tag) { return {.tag = make_tag(tag)}; }

inline void increment_counter_of_receiving_node(ActiveMessage& at) { ++at.state<int>(); }
inline constexpr auto kCountHandler = [](ActiveMessage& at) { increment_counter_of_receiving_node(at); };
/// Polls until the node's own busy lock is free. The message of another node that frees it may still be on its way.
inline void await_free_lock(Node& self) {
  while (self.busy_lock().holder()) self.poll();
}

TestProgramCategory make_point_to_point_test_programs();
TestProgramCategory make_wildcard_receive_test_programs();
TestProgramCategory make_request_test_programs();
std::vector<CorpusProgram> make_correct_request_test_programs();
TestProgramCategory make_collective_test_programs();
TestProgramCategory make_active_message_test_programs();
TestProgramCategory make_program_end_test_programs();
TestProgramCategory make_mixed_wait_test_programs();
TestProgramCategory make_correct_message_test_programs();
TestProgramCategory make_correct_group_test_programs();
TestProgramCategory make_correct_active_message_test_programs();
TestProgramCategory make_busy_lock_test_programs();

std::vector<TestProgramCategory> make_all_test_program_categories();

}  // namespace switchyard::corpus
