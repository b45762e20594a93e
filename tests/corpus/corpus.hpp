#pragma once
/// \file corpus.hpp
/// Small node programs, wrong and right, each with the verdict that the documents of this library give it. Verdicts
/// were written before their programs were run, and corrected afterwards only where the documents say so. Three came
/// later, to hold what others had shown: cancelled_send_or_not and those that count their tests.

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

/// Tells the runner on which line the call with this label stands: `AT(1), self.receive(...);`
#define AT(label) ::switchyard::corpus::note_line(label, __LINE__)
void note_line(std::uint32_t label, std::uint32_t line) noexcept;

/// What a waiting node lacks.
enum class Resource : std::uint8_t {
  message,     ///< the other side's send, or its receive
  buffer,      ///< room in a system buffer, or one of a node's send buffers
  collective,  ///< the other nodes in a collective
  poll,        ///< that another node polls
  word,        ///< an active message of another node
  lock,        ///< a busy lock that another node holds, or this one
};

/// The nodes that could end a wait.
struct Peers {
  std::vector<std::uint32_t> nodes;
  bool any = false;  ///< all others, of which those that have finished may be left out
  Peers(std::initializer_list<std::uint32_t> which) : nodes(which) {}
  static Peers others() {
    Peers all{};
    all.any = true;
    return all;
  }
};

/// One node that cannot go on.
struct Wait {
  std::uint32_t node;
  std::string call;     ///< the verb of Node or Group
  std::uint32_t label;  ///< of the call, as given to AT
  Peers peers;
  Resource resource = Resource::message;
  std::optional<std::uint32_t> tag = std::nullopt;
};

/// A node, and the call of a program that is to blame; label 0: no call.
struct Guilty {
  std::uint32_t node;
  std::uint32_t label;
};

/// One way to fail.
struct Failure {
  Outcome outcome;
  std::vector<Wait> waits = {};                         ///< of a deadlock: all nodes that wait
  std::vector<std::vector<std::uint32_t>> cycles = {};  ///< of a deadlock
  std::vector<Guilty> guilty = {};                      ///< of an error of a node: one of these
  std::uint32_t label = 0;                              ///< of lost data: who has sent it; 0: not looked at
};

using Cycles = std::vector<std::vector<std::uint32_t>>;
inline Failure deadlock(std::vector<Wait> waits, Cycles cycles = {}) {
  return {.outcome = Outcome::deadlock, .waits = std::move(waits), .cycles = std::move(cycles)};
}
/// A message that nobody receives, sent by the call with this label.
inline Failure lost(std::uint32_t label = 0) { return {.outcome = Outcome::data_lost, .label = label}; }
inline Failure corrupted(std::vector<Guilty> guilty) {
  return {.outcome = Outcome::data_corrupted, .guilty = std::move(guilty)};
}
inline Failure error(std::vector<Guilty> guilty) {
  return {.outcome = Outcome::program_error, .guilty = std::move(guilty)};
}
inline Failure failure(Outcome outcome) { return {.outcome = outcome}; }

enum class Orders : std::uint8_t {
  none,  ///< every order completes
  some,  ///< some orders fail, and others complete
  all,   ///< every order fails
};

struct Verdict {
  Orders orders = Orders::none;
  std::vector<Failure> failures = {};  ///< each failing order is one of these
};
inline Verdict completes() { return {}; }
inline Verdict fails(std::vector<Failure> ways) { return {Orders::all, std::move(ways)}; }
inline Verdict may_fail(std::vector<Failure> ways) { return {Orders::some, std::move(ways)}; }

/// Machines and clocks that a program is for.
enum class Where : std::uint8_t {
  everywhere,
  cm5,          ///< active messages, under every clock
  cm5_clocked,  ///< not with the clock off
  ipsc860_clocked,
  storing_clocked,  ///< machines with a system buffer, and not with the clock off
  clocked,
  virtual_clock,  ///< not where real time or real threads decide
};

/// What a program asks for that not every run can have.
struct Needs {
  Where where = Where::everywhere;
  std::string system_buffer = {};  ///< the machine's constant of that name
  std::string send_buffers = {};
  bool standard_sends = true;  ///< may be run with sends that always wait, or never
  bool small_buffers = true;   ///< of two nodes: may be run with buffers that are halved
  bool polls_forever = false;  ///< its runs end at a limit: fewer of them
};

struct Program {
  std::string name;
  std::uint32_t nodes;
  NodeProgram program;
  Verdict verdict;                        ///< where messages without a receive are not stored
  std::optional<Verdict> if_stored = {};  ///< where they are, if that makes a difference
  Needs needs = {};
};

struct Area {
  std::string name;
  std::vector<Program> programs;
};

inline Program right(std::string name, std::uint32_t nodes, NodeProgram program, Needs needs = {}) {
  return {std::move(name), nodes, std::move(program), completes(), std::nullopt, std::move(needs)};
}
inline Program wrong(std::string name, std::uint32_t nodes, NodeProgram program, Verdict verdict, Needs needs = {}) {
  return {std::move(name), nodes, std::move(program), std::move(verdict), std::nullopt, std::move(needs)};
}
inline Program wrong(std::string name, std::uint32_t nodes, NodeProgram program, Failure way, Needs needs = {}) {
  return wrong(std::move(name), nodes, std::move(program), fails({std::move(way)}), std::move(needs));
}
/// The verdict depends on whether messages are stored where no receive is posted.
inline Program depends(std::string name, std::uint32_t nodes, NodeProgram program, Verdict verdict, Verdict if_stored,
                       Needs needs = {}) {
  return {std::move(name), nodes, std::move(program), std::move(verdict), std::move(if_stored), std::move(needs)};
}

inline std::vector<Program> both(std::vector<Program> wrong_ones, std::vector<Program> right_ones) {
  for (Program& program : right_ones) wrong_ones.push_back(std::move(program));
  return wrong_ones;
}

// --- words of the programs ----------------------------------------------------------------------------------------

/// A number as a message.
struct Box {
  std::uint32_t value = 0;
  std::span<const std::byte> out() const noexcept { return std::as_bytes(std::span(&value, 1)); }
  std::span<std::byte> in() noexcept { return std::as_writable_bytes(std::span(&value, 1)); }
};
using Data = std::vector<std::byte>;
constexpr NodeId n(std::uint32_t number) noexcept { return NodeId{number}; }
constexpr Tag t(std::uint32_t number) noexcept { return Tag{number}; }
inline std::uint32_t me(const Node& self) noexcept { return index(self.id()); }
inline NodeId right_of(const Node& self) noexcept { return n((me(self) + 1) % self.node_count()); }
inline NodeId left_of(const Node& self) noexcept { return n((me(self) + self.node_count() - 1) % self.node_count()); }
inline MessageOptions synchronous(std::uint32_t tag = 0) { return {.tag = t(tag), .mode = SendMode::synchronous}; }
inline MessageOptions ready(std::uint32_t tag = 0) { return {.tag = t(tag), .mode = SendMode::ready}; }
inline MessageOptions buffered(std::uint32_t tag = 0) { return {.tag = t(tag), .mode = SendMode::buffered}; }
inline MessageOptions tagged(std::uint32_t tag) { return {.tag = t(tag)}; }

inline void count(Arrival& at) { ++at.state<int>(); }
inline constexpr auto kCount = [](Arrival& at) { count(at); };
/// The word that frees it may still be on its way.
inline void await_free_lock(Node& self) {
  while (self.busy_lock().holder()) self.poll();
}

Area point_to_point();
Area wildcards();
Area requests();
std::vector<Program> right_requests();
Area collectives();
Area active_messages();
Area endings();
Area mixtures();
Area healthy_messages();
Area healthy_groups();
Area healthy_words();
Area locks();

std::vector<Area> all_areas();

}  // namespace switchyard::corpus
