#pragma once
/// \file program_log.hpp
/// What the programs of one run have asked for, in program order, and what they have chosen: from which node they have
/// received where any would do, and which of several requests a wait has ended with. If anything else of what they do
/// may depend on the order of events, the log says so and ends.

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

/// A send or receive, as it was when it was posted; the source is that of its message.
struct LoggedRequest : Request {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t posted = 0;       ///< place of that call among those of its node
  std::uint32_t waited = kNever;  ///< place of the call that waits for it
  std::size_t digest = 0;         ///< of a send: of its data
};

/// What a program leaves to the order of events.
struct LoggedChoice {
  NodeId node{};
  std::uint32_t number = 0;  ///< among the choices of its node
  std::uint32_t call = 0;    ///< place of the call that leaves it open
  /// Of a wait: what it can end with. Of a receive for any node: the receive.
  std::vector<LoggedRequest*> among = {};
  bool is_wait = false;
  std::uint32_t taken = LoggedRequest::kNever;  ///< the source, or the index of the request

  /// Place of the call after which the program knows what was taken.
  std::uint32_t known() const noexcept { return is_wait ? call : among.front()->waited; }
};

struct LoggedCall {
  enum class Kind : std::uint8_t {
    post,  ///< of its one request
    wait,  ///< for all of them
    meet,  ///< of all nodes, in a collective that the machine carries out by itself
  };
  Kind kind;
  std::span<LoggedRequest* const> requests;  ///< where a wait for any has ended with one, that
  const LoggedChoice* choice = nullptr;      ///< what it leaves open, or null
};

/// Calls of one node that other nodes can notice.
class NodeLog {
 public:
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(calls_.size()); }
  /// By place.
  LoggedCall operator[](std::uint32_t place) const noexcept {
    const Call& call = calls_[place];
    return {call.kind, std::span(requests_of_calls_).subspan(call.first, call.count), call.choice};
  }
  const std::deque<LoggedChoice>& choices() const noexcept { return choices_; }
  bool has_open_choice() const noexcept { return !unmatched_.empty(); }

  // What they add, if more than their choices may depend on the order of events, they say in words: "sends to itself".
  std::optional<std::string> post(const Request& request);
  std::optional<std::string> wait(std::span<Request* const> requests);
  std::optional<std::string> wait_any(NodeId node, std::span<Request* const> requests);
  std::optional<std::string> end_wait_any(std::uint32_t which);
  std::optional<std::string> meet(const CollectiveCall& call);
  void complete(const Request& request);

 private:
  struct Call {
    LoggedCall::Kind kind;
    std::size_t first;
    std::size_t count;
    const LoggedChoice* choice;
  };
  void add_call(LoggedCall::Kind kind);
  LoggedChoice& add_choice(NodeId node);
  std::optional<std::string> end(const Request& request, LoggedRequest*& logged);
  bool is_shared(std::span<const std::byte> data, bool written) const;

  std::vector<Call> calls_;
  std::vector<LoggedRequest*> requests_of_calls_;
  std::deque<LoggedRequest> requests_;
  std::unordered_map<const Request*, LoggedRequest*> open_;  ///< posted and not waited for
  std::deque<LoggedChoice> choices_;
  std::unordered_map<const Request*, LoggedChoice*> unmatched_;  ///< receives for any node without a message
  std::vector<const Request*> awaited_;                          ///< by the wait for any of several under way
};

/// Of one run; it takes nothing more down once there is an obstacle.
class ProgramLog {
 public:
  explicit ProgramLog(std::uint32_t nodes) : nodes_(nodes) {}

  /// A run begins. A second one is an obstacle: nothing is known of what is between them.
  void begin_run();
  void add(NodeId node, const Instruction& instruction);
  void add_chosen(NodeId node, std::uint32_t which);
  void complete(const Request& request);
  /// A program has looked at its clock. Any thread.
  void note_clock_read() noexcept { clock_read_ = true; }

  /// What else than its choices may depend on the order of events, and was met first: "node 3 probes for a message
  /// (ring.cpp:12)"; nothing if nothing does.
  std::optional<std::string> obstacle() const;
  bool has_obstacle() const noexcept { return obstacle_.has_value(); }
  bool has_choices() const noexcept;
  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }
  const NodeLog& operator[](NodeId node) const noexcept { return nodes_[index(node)]; }

 private:
  void note(NodeId node, const std::optional<std::string>& obstacle, CallSite site);

  std::vector<NodeLog> nodes_;
  std::optional<std::string> obstacle_;
  std::uint32_t runs_ = 0;
  std::atomic<bool> clock_read_ = false;
};

}  // namespace switchyard
