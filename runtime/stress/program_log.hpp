#pragma once
/// \file program_log.hpp
/// What the programs of one run have asked for, in program order, and whether they have made a choice: anything whose
/// outcome may depend on the order of events.

#include <atomic>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/arbiter.hpp"
#include "runtime/engine/instruction.hpp"

namespace switchyard {

/// A send or receive, as it was when it was posted.
struct LoggedRequest : Request {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t posted = 0;       ///< place of that call among those of its node
  std::uint32_t waited = kNever;  ///< place of the call that waits for it
  std::size_t digest = 0;         ///< of a send: of its data
};

struct LoggedCall {
  enum class Kind : std::uint8_t {
    post,  ///< of its one request
    wait,  ///< for all of them
    meet,  ///< of all nodes, in a collective that the machine carries out by itself
  };
  Kind kind;
  std::span<LoggedRequest* const> requests;
};

/// Calls of one node that other nodes can notice.
class NodeLog {
 public:
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(calls_.size()); }
  /// By place.
  LoggedCall operator[](std::uint32_t place) const noexcept {
    const Call& call = calls_[place];
    return {call.kind, std::span(requests_of_calls_).subspan(call.first, call.count)};
  }

  // What they add, if that is a choice, they say in words: "receives from any node".
  std::optional<std::string> post(const Request& request);
  std::optional<std::string> wait(std::span<Request* const> requests);
  std::optional<std::string> meet(const CollectiveCall& call);

 private:
  struct Call {
    LoggedCall::Kind kind;
    std::size_t first;
    std::size_t count;
  };
  void add_call(LoggedCall::Kind kind);
  bool is_shared(std::span<const std::byte> data, bool written) const;

  std::vector<Call> calls_;
  std::vector<LoggedRequest*> requests_of_calls_;
  std::deque<LoggedRequest> requests_;
  std::unordered_map<const Request*, LoggedRequest*> open_;  ///< posted and not waited for
};

/// Of one run; it takes nothing more down once there is a choice.
class ProgramLog {
 public:
  explicit ProgramLog(std::uint32_t nodes) : nodes_(nodes) {}

  /// A run begins. A second one is a choice, too: nothing is known of what is between them.
  void begin_run();
  void add(NodeId node, const Instruction& instruction);
  /// A program has looked at its clock. Any thread.
  void note_clock_read() noexcept { clock_read_ = true; }

  /// The first choice: "node 3 receives from any node (ring.cpp:12)"; nothing if there is none.
  std::optional<std::string> choice() const;
  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }
  const NodeLog& operator[](NodeId node) const noexcept { return nodes_[index(node)]; }

 private:
  std::vector<NodeLog> nodes_;
  std::optional<std::string> choice_;
  std::uint32_t runs_ = 0;
  std::atomic<bool> clock_read_ = false;
};

/// Takes the pending events as an undisturbed run does, and writes down what the programs ask for.
class UndisturbedOrder final : public Arbiter {
 public:
  explicit UndisturbedOrder(ProgramLog& log) : log_(log) {}
  void attach(const Fabric& /*fabric*/) override { log_.begin_run(); }
  std::size_t choose(std::span<const Event> /*pending*/) override { return 0; }
  void begins(NodeId node, const Instruction& instruction) override { log_.add(node, instruction); }
  void clock_read() noexcept override { log_.note_clock_read(); }

 private:
  ProgramLog& log_;
};

}  // namespace switchyard
