#pragma once
/// \file program_log.hpp
/// Records what the programs of one run have asked for, in program order, and their choices: from which node each
/// receive from any node has received, and with which of several requests a wait has ended. If the programs may depend
/// on the order of events in any other way, the log says so and ends.

#include <atomic>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/arbiter.hpp"
#include "runtime/defect.hpp"
#include "runtime/engine/instruction.hpp"

namespace switchyard {

/// A send or receive as it was when it was posted. The source of a receive is that of its message.
struct LoggedRequest : Request {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t posted = 0;       ///< place of that call among those of its node
  std::uint32_t waited = kNever;  ///< place of the call that waits for it
  std::size_t digest = 0;         ///< of a send: of its data
  /// Of a matched probe: the receive that gets the message that it has taken; and of this receive: the probe.
  LoggedRequest* partner = nullptr;
  bool is_from_any = false;  ///< of a receive or probe
};

/// A choice that a program leaves to the order of events.
struct LoggedChoice {
  enum class Kind : std::uint8_t {
    receive,    ///< for any node: from which one; `among` is the receive
    wait,       ///< for any of several requests: which one
    test,       ///< of several requests: 0, or 1 + one that is done
    test_all,   ///< 1: all are done
    probe,      ///< that waits, for any node: whose message; `among` is the probe
    try_probe,  ///< 0, or 1 + whose message it is
  };

  NodeId node{};
  std::uint32_t number = 0;                ///< among the choices of its node
  std::uint32_t call = 0;                  ///< place of the call that leaves it open
  std::vector<LoggedRequest*> among = {};  ///< what the call is about
  Kind kind = Kind::receive;
  bool repeats = false;  ///< of a test or probe: the node has done nothing since the same one found nothing
  std::uint32_t taken = LoggedRequest::kNever;  ///< see Kind
  CallSite site = {};

  bool is_open() const noexcept { return taken == LoggedRequest::kNever; }
  /// A test or probe that need not find anything.
  bool may_find_nothing() const noexcept {
    return kind == Kind::test || kind == Kind::test_all || kind == Kind::try_probe;
  }
  /// Returns whether the call can take this. Calls of other runs may be about fewer requests, where a collective goes
  /// on meanwhile.
  bool can_take(std::uint32_t what) const noexcept {
    return kind == Kind::wait ? what < among.size() : kind != Kind::test || what <= among.size();
  }
  /// Place of the call after which the program knows what was taken.
  std::uint32_t known() const noexcept { return kind == Kind::receive ? among.front()->waited : call; }
};

struct LoggedCall {
  enum class Kind : std::uint8_t {
    post,  ///< of its one request
    wait,  ///< for all of them
    meet,  ///< of all nodes, in a collective that the machine carries out by itself
    look,  ///< for messages of requests or probes, which it leaves where they are
  };
  Kind kind;
  std::span<LoggedRequest* const>
      requests;  ///< requests of the call; for a wait for any request, the one that it has ended with
  const LoggedChoice* choice = nullptr;  ///< choice that the call leaves open, or null
};

/// Why a log ends before its run.
struct Obstacle {
  std::string text;  ///< "sends to itself"
  std::optional<DefectClass> defect = {};
  Obstacle(const char* what) : text(what) {}
  Obstacle(const char* what, DefectClass kind) : text(what), defect(kind) {}
};

/// Calls of one node that other nodes can notice.
class NodeLog {
 public:
  /// Of what ProgramLog takes down.
  void log_all_choices() noexcept { all_choices_ = true; }
  /// Forgets all calls, and keeps the memory for others.
  void clear() noexcept;
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(calls_.size()); }
  /// Returns the call at a place.
  LoggedCall operator[](std::uint32_t place) const noexcept {
    const Call& call = calls_[place];
    return {call.kind, std::span(requests_of_calls_).subspan(call.first, call.count), call.choice};
  }
  const std::deque<LoggedChoice>& choices() const noexcept { return choices_; }
  bool has_open_choice() const noexcept { return !unmatched_.empty(); }

  // What they add, if more than their choices may depend on the order of events, they say.
  std::optional<Obstacle> post(const Request& request);
  std::optional<Obstacle> wait(std::span<Request* const> requests);
  std::optional<Obstacle> wait_any(NodeId node, std::span<Request* const> requests);
  std::optional<Obstacle> end_wait_any(std::uint32_t which);
  std::optional<Obstacle> meet(const CollectiveCall& call);
  /// A wait for any of several that leaves nothing open, and a look at several; answer() ends those that are done.
  void wait_to_progress(std::span<Request* const> requests);
  void look(std::span<Request* const> requests, CallSite site);
  /// Of those that the last wait for any of several, or test, is for.
  const Request& awaited(std::uint32_t which) const noexcept { return *awaited_[which]; }
  /// What the last call leaves open, or null.
  LoggedChoice* last_choice() noexcept;
  const LoggedChoice* last_choice() const noexcept {
    return choices_.empty() || choices_.back().call + 1 != size() ? nullptr : &choices_.back();
  }
  /// Of a probe that does not wait.
  void probe(const Request& probe);
  std::optional<Obstacle> test(NodeId node, std::span<Request* const> requests, LoggedChoice::Kind kind, bool takes);
  std::optional<Obstacle> answer(std::uint32_t what);
  /// The place of the call that is to get an answer.
  CallSite answered_site() const noexcept { return is_looking_ ? look_site_ : choices_.back().site; }
  void find(NodeId source);
  /// The last call, if it leaves something open, is here.
  void place_choice(CallSite site) noexcept;
  void complete(const Request& request);

 private:
  struct Call {
    LoggedCall::Kind kind;
    std::size_t first;
    std::size_t count;
    const LoggedChoice* choice;
  };
  void add_call(LoggedCall::Kind kind);
  LoggedChoice& add_choice(NodeId node, LoggedChoice::Kind kind);
  LoggedRequest& add_request(const Request& request);
  LoggedRequest& known_request(const Request& request);
  LoggedRequest& log_probe(const Request& probe);
  std::optional<Obstacle> progress();
  void note_taken();
  std::optional<Obstacle> end(const Request& request, LoggedRequest*& logged);
  void wait_for_message(const Request& probe);
  void note_found(LoggedRequest& request);
  void note_in_vain();
  std::optional<Obstacle> obstacle_in(const Request& request) const;
  std::optional<Obstacle> sharing(std::span<const std::byte> data, bool written) const;

  bool all_choices_ = false;
  bool takes_found_ = false;                         ///< the test that was logged last takes what it finds
  std::uint32_t last_vain_ = LoggedRequest::kNever;  ///< place of the last test or probe, if it has found nothing
  std::vector<Call> calls_;
  std::vector<LoggedRequest*> requests_of_calls_;
  std::deque<LoggedRequest> requests_;
  std::unordered_map<const Request*, LoggedRequest*> open_;  ///< requests that are posted and not waited for
  std::deque<LoggedChoice> choices_;
  std::unordered_map<const Request*, LoggedChoice*> unmatched_;  ///< receives from any node that have no message yet
  std::vector<const Request*> awaited_;                          ///< requests of the present wait for any of several
  bool is_looking_ = false;  ///< at the requests in `awaited_`, in a call at `look_site_`
  CallSite look_site_;
  const Request* probe_ = nullptr;                                 ///< matched probe that the node is in
  LoggedRequest* logged_probe_ = nullptr;                          ///< last probe
  std::unordered_map<const EarlyMessage*, LoggedRequest*> taken_;  ///< matched probes, by messages not yet received
};

/// The log of one run. It records nothing more once there is an obstacle.
class ProgramLog {
 public:
  explicit ProgramLog(std::uint32_t nodes) : nodes_(nodes) {}
  /// From its beginning, probes, tests, messages to oneself and in buffers are taken down, too, and looks at clocks are
  /// not held to matter.
  void log_all_choices() {
    all_choices_ = true;
    for (NodeLog& node : nodes_) node.log_all_choices();
  }
  bool has_all_choices() const noexcept { return all_choices_; }
  /// Makes the log ready for another run.
  void clear() noexcept;

  /// Notes that a run begins. A second run is an obstacle, because nothing is known about the time between them.
  void begin_run();
  void add(NodeId node, const Instruction& instruction);
  void add_chosen(NodeId node, std::uint32_t which);
  void complete(const Request& request);
  /// What the test or probe of `node` under way has found (Arbiter::answers), or whose message a probe that waits.
  void add_answer(NodeId node, std::uint32_t what);
  void add_found(NodeId node, NodeId source);
  /// A program has looked at its clock. Any thread.
  void note_clock_read() noexcept { clock_read_ = true; }

  /// Returns the first thing by which the run may depend on the order of events beside its choices, such as "node 3
  /// probes for a message (ring.cpp:12)". Returns nothing if there is no such thing.
  std::optional<std::string> obstacle() const;
  bool has_obstacle() const noexcept { return obstacle_.has_value(); }
  /// Notes that `choice` cannot be made as in the run whose choices this one is to repeat.
  void note_other_requests(const LoggedChoice& choice);
  /// The same but for choices that the run has not come to make.
  const std::optional<std::string>& early_obstacle() const noexcept { return obstacle_; }
  /// What is wrong with the program, if that is the obstacle.
  const std::optional<Defect>& defect() const noexcept { return defect_; }
  /// Whether the defect is in a call that has a name, and not only a place as calls of Node programs and of the runtime
  /// itself have.
  bool is_defect_in_named_call() const noexcept { return is_defect_in_named_call_; }
  bool has_choices() const noexcept;
  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }
  const NodeLog& operator[](NodeId node) const noexcept { return nodes_[index(node)]; }

 private:
  void note(NodeId node, const std::optional<Obstacle>& obstacle, CallSite site);

  std::vector<NodeLog> nodes_;
  bool all_choices_ = false;
  std::optional<std::string> obstacle_;
  std::optional<Defect> defect_;
  bool is_defect_in_named_call_ = false;
  std::uint32_t runs_ = 0;
  std::atomic<bool> clock_read_ = false;
};

}  // namespace switchyard
