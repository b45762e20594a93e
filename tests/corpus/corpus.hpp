#pragma once
/// \file corpus.hpp
/// Small node programs, wrong and right, each with the verdict that the documents of this library give it. The verdict
/// of a program was written before the program was run, and corrected afterwards only where the documents say so. Three
/// programs were added later, for defects that other tests had shown: cancelled_send_or_not, and the programs that
/// count their tests.

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

/// Records the line of the call with this label, such as `AT(1), self.receive(...);`, so that it can be compared with
/// the line in a report on the program.
#define AT(label) ::switchyard::corpus::record_line_of_call(label, __LINE__)
void record_line_of_call(std::uint32_t label, std::uint32_t line) noexcept;

/// The thing that a waiting node lacks.
enum class AwaitedResource : std::uint8_t {
  message,     ///< the send or the receive that the other node has to make
  buffer,      ///< room in a system buffer, or one of a node's send buffers
  collective,  ///< the call of the same collective that all other nodes have to make
  poll,        ///< a poll of another node
  word,        ///< an active message of another node
  lock,        ///< a busy lock that another node, or the waiting node itself, holds
};

/// The nodes that could end a wait.
struct AwaitedPeers {
  std::vector<std::uint32_t> nodes;
  bool includes_all_other_nodes =
      false;  ///< whether all other nodes could end the wait; those that have finished may be left out of the report
  AwaitedPeers(std::initializer_list<std::uint32_t> which) : nodes(which) {}
  static AwaitedPeers all_other_nodes() {
    AwaitedPeers all{};
    all.includes_all_other_nodes = true;
    return all;
  }
};

/// A node that cannot continue.
struct ExpectedWait {
  std::uint32_t node;
  std::string call_name;  ///< name of the called function of Node or Group, such as "receive"
  std::uint32_t label;    ///< label of the call, as given to AT
  AwaitedPeers awaited_peers;
  AwaitedResource awaited_resource = AwaitedResource::message;
  std::optional<std::uint32_t> tag = std::nullopt;
};

/// A node, and the call of its program that is to blame. Label 0 stands for no call.
struct BlamedCall {
  std::uint32_t node;
  std::uint32_t label;
};

/// A way in which a program may fail.
struct ExpectedFailure {
  RunOutcome outcome;
  std::vector<ExpectedWait> waits = {};                 ///< for a deadlock: all nodes that wait
  std::vector<std::vector<std::uint32_t>> cycles = {};  ///< for a deadlock: cycles of nodes that wait for each other
  /// For an error of a node: the nodes and calls that may be to blame, one of which the report has to name.
  std::vector<BlamedCall> blamed_calls = {};
  std::uint32_t label = 0;  ///< for lost data: label of the call that sent the data; 0 if the call is not checked
};

using WaitCycles = std::vector<std::vector<std::uint32_t>>;
inline ExpectedFailure deadlock(std::vector<ExpectedWait> waits, WaitCycles cycles = {}) {
  return {.outcome = RunOutcome::deadlock, .waits = std::move(waits), .cycles = std::move(cycles)};
}
/// Returns the expected failure that a message is never received. The call with this label has sent the message; with
/// label 0 the call is not checked.
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

enum class FailingOrders : std::uint8_t {
  no_order,     ///< every order of events completes
  some_orders,  ///< some orders of events fail, and others complete
  all_orders,   ///< every order of events fails
};

struct ExpectedVerdict {
  FailingOrders failing_orders = FailingOrders::no_order;
  /// The possible failures. Each order of events that fails ends in one of these failures.
  std::vector<ExpectedFailure> failures = {};
};
inline ExpectedVerdict completes_in_every_order() { return {}; }
inline ExpectedVerdict fails_in_every_order(std::vector<ExpectedFailure> ways) {
  return {FailingOrders::all_orders, std::move(ways)};
}
inline ExpectedVerdict fails_in_some_orders(std::vector<ExpectedFailure> ways) {
  return {FailingOrders::some_orders, std::move(ways)};
}

/// The machines and clocks on which a program of the corpus is run.
enum class ProgramPlatforms : std::uint8_t {
  everywhere,
  cm5,                ///< the CM-5, which has active messages, under every clock
  cm5_with_clock_on,  ///< the CM-5, which has active messages, but not with the clock off
  ipsc860_with_clock_on,
  clock_on_and_system_buffer,  ///< machines with a system buffer, and not with the clock off
  with_clock_on,
  virtual_clock,  ///< only the virtual clock, because real time or real threads would change the result
};

/// Requirements of a program of the corpus, which not every machine and not every way of running it meets.
struct ProgramNeeds {
  ProgramPlatforms platforms = ProgramPlatforms::everywhere;
  std::string system_buffer_constant = {};  ///< value of the machine's constant system_buffer_constant
  std::string send_buffers = {};
  bool standard_sends = true;  ///< whether the program may also be run with sends that always, or never, wait
  bool allows_halved_buffers =
      true;  ///< whether the program, if it has two nodes, may run on machines with halved buffers
  /// Whether the program polls for ever. Its runs then end only at a limit, and fewer runs are made.
  bool polls_forever = false;
};

struct CorpusProgram {
  std::string name;
  std::uint32_t nodes;
  NodeProgram node_program;
  ExpectedVerdict verdict;  ///< verdict on machines that do not store messages without a receive
  std::optional<ExpectedVerdict> verdict_if_stored =
      {};  ///< verdict on machines that store messages without a receive; nothing if it is equal to `verdict`
  ProgramNeeds needs = {};
};

struct CorpusArea {
  std::string name;
  std::vector<CorpusProgram> programs;
};

inline CorpusProgram right(std::string name, std::uint32_t nodes, NodeProgram program, ProgramNeeds needs = {}) {
  return {std::move(name), nodes, std::move(program), completes_in_every_order(), std::nullopt, std::move(needs)};
}
inline CorpusProgram wrong(std::string name, std::uint32_t nodes, NodeProgram program, ExpectedVerdict verdict,
                           ProgramNeeds needs = {}) {
  return {std::move(name), nodes, std::move(program), std::move(verdict), std::nullopt, std::move(needs)};
}
inline CorpusProgram wrong(std::string name, std::uint32_t nodes, NodeProgram program, ExpectedFailure way,
                           ProgramNeeds needs = {}) {
  return wrong(std::move(name), nodes, std::move(program), fails_in_every_order({std::move(way)}), std::move(needs));
}
/// Makes a program whose verdict depends on whether messages are stored when no receive is posted.
inline CorpusProgram program_depending_on_storage(std::string name, std::uint32_t nodes, NodeProgram program,
                                                  ExpectedVerdict verdict, ExpectedVerdict if_stored,
                                                  ProgramNeeds needs = {}) {
  return {std::move(name), nodes, std::move(program), std::move(verdict), std::move(if_stored), std::move(needs)};
}

inline std::vector<CorpusProgram> wrong_and_right_programs(std::vector<CorpusProgram> wrong_ones,
                                                           std::vector<CorpusProgram> right_ones) {
  for (CorpusProgram& program : right_ones) wrong_ones.push_back(std::move(program));
  return wrong_ones;
}

// --- functions and types that the programs use --------------------------------------------------------------------

/// A number as the data of a message.
struct NumberBuffer {
  std::uint32_t value = 0;
  std::span<const std::byte> out() const noexcept { return std::as_bytes(std::span(&value, 1)); }
  std::span<std::byte> in() noexcept { return std::as_writable_bytes(std::span(&value, 1)); }
};
using PayloadBytes = std::vector<std::byte>;
constexpr NodeId node_numbered(std::uint32_t number) noexcept { return NodeId{number}; }
constexpr Tag tag_numbered(std::uint32_t number) noexcept { return Tag{number}; }
inline std::uint32_t own_number(const Node& self) noexcept { return index(self.id()); }
inline NodeId right_neighbour(const Node& self) noexcept {
  return node_numbered((own_number(self) + 1) % self.node_count());
}
inline NodeId left_neighbour(const Node& self) noexcept {
  return node_numbered((own_number(self) + self.node_count() - 1) % self.node_count());
}
inline MessageOptions synchronous_send_options(std::uint32_t tag = 0) {
  return {.tag = tag_numbered(tag), .mode = SendMode::synchronous};
}
inline MessageOptions ready_send_options(std::uint32_t tag = 0) {
  return {.tag = tag_numbered(tag), .mode = SendMode::ready};
}
inline MessageOptions buffered_send_options(std::uint32_t tag = 0) {
  return {.tag = tag_numbered(tag), .mode = SendMode::buffered};
}
inline MessageOptions tagged_send_options(std::uint32_t tag) { return {.tag = tag_numbered(tag)}; }

inline void increment_exposed_count(ActiveMessage& at) { ++at.state<int>(); }
inline constexpr auto kCountHandler = [](ActiveMessage& at) { increment_exposed_count(at); };
/// Waits until the node's busy lock is free. The message that frees the lock may still be on its way.
inline void await_free_lock(Node& self) {
  while (self.busy_lock().holder()) self.poll();
}

CorpusArea point_to_point();
CorpusArea wildcards();
CorpusArea requests();
std::vector<CorpusProgram> right_requests();
CorpusArea collectives();
CorpusArea active_messages();
CorpusArea endings();
CorpusArea mixtures();
CorpusArea healthy_messages();
CorpusArea healthy_groups();
CorpusArea healthy_words();
CorpusArea locks();

std::vector<CorpusArea> all_areas();

}  // namespace switchyard::corpus
