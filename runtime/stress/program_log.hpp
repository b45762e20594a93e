#pragma once
/// \file program_log.hpp
/// Records the calls that the programs of one run have made, in program order, and their choices:
/// from which node each receive from any node has received, and which of several requests has
/// ended a wait. If the programs may depend on the order of events in any other way, the log says
/// so and ends.

#include <algorithm>
#include <atomic>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/arbiter.hpp"
#include "runtime/defect.hpp"
#include "runtime/engine/instruction.hpp"
#include "runtime/stress/choice_name.hpp"

namespace switchyard {

/// A send or receive as it was posted, except that the source of a receive is set to the source of
/// its message.
struct LoggedRequest : Request {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t posting_call = 0;  ///< place of the posting call among the calls of its node
  /// Place, among the node's calls, of the call that waits for the request; kNever if none.
  std::uint32_t waiting_call = kNever;
  std::size_t data_hash = 0;      ///< hash of the data of a send when it is posted
  bool has_data_changed = false;  ///< whether a send's data had another hash when it was complete
  /// For a message to a service that compares: the hash of the value to compare with. For one that gives back a lock
  /// with a view: the hash of the view.
  std::size_t compared_value_hash = 0;
  /// For a matched probe: the receive of the message that the probe has taken. For such a receive: the probe. Null for
  /// all other requests.
  LoggedRequest* partner_request = nullptr;
  /// For a message inside a posted collective: the collective, a request of its own in the log. Null for all others.
  LoggedRequest* posted_collective = nullptr;
  /// For a posted collective: the message that it has posted last. For a message inside one: the message posted before
  /// it. Null if there is none.
  LoggedRequest* previous_message = nullptr;
  /// Place, among the node's calls, of the call that cancels the request; kNever if none.
  std::uint32_t cancelling_call = kNever;
  bool is_cancelled = false;        ///< whether the request was cancelled in time, so that a receive gets no message
  bool is_from_any_source = false;  ///< whether a receive or probe accepts messages from any node
  bool is_over = false;             ///< whether the last message of a posted collective has come

  /// Returns whether the request completes only with a message that comes to its node.
  bool needs_message() const noexcept { return (kind == Kind::receive || kind == Kind::probe) && !is_cancelled; }
  /// Returns whether a send is complete only once a receive has taken its message.
  bool is_synchronous_send() const noexcept { return lasts_until_received(mode) && !is_copy; }
};

/// Returns whether the request is a send of a copy, which is complete at once.
bool is_buffered(const Request& request) noexcept;

/// A choice that a program leaves to the order of events.
struct LoggedChoice {
  enum class Kind : std::uint8_t {
    receive,    ///< receive from any node: the result is the source
    wait,       ///< wait for any of several requests: the result is the index of the request that has ended it
    test,       ///< test of several requests: the result is 0 for none, or 1 + the index of a request that is done
    test_all,   ///< test whether all of several requests are done: the result is 1 if they are, or 0
    probe,      ///< blocking probe for a message from any node: the result is the source of the message
    try_probe,  ///< nonblocking probe: the result is 0 for no message, or 1 + the source of the message
  };

  NodeId node{};
  ChoiceName name = {};
  std::uint32_t number_on_node = 0;  ///< number of the choice among all choices of its node's program and services
  std::uint32_t choosing_call = 0;   ///< place of the call that makes the choice, among the calls of its node
  std::vector<LoggedRequest*> candidate_requests = {};  ///< requests among which the call chooses
  Kind kind = Kind::receive;
  /// Whether the node has made the same test or probe before, and since then only tests and probes that found nothing.
  bool repeats_unsuccessful_poll = false;
  /// Whether the program's call has just found another request, and the choice is whether the call also finds one of
  /// the requests that stand behind that request in its list.
  bool finds_further_request = false;
  std::uint32_t taken = LoggedRequest::kNever;  ///< result of the choice (see Kind), or kNever if it has none yet
  CallSite site = {};

  bool has_no_result_yet() const noexcept { return taken == LoggedRequest::kNever; }
  /// Returns whether the choice is made by a service of the node, which serves requests of other nodes, and not by the
  /// program.
  bool belongs_to_service() const noexcept { return name.belongs_to_service(); }
  /// Returns whether the choice is a test or probe that may find nothing.
  bool may_find_nothing() const noexcept {
    return kind == Kind::test || kind == Kind::test_all || kind == Kind::try_probe;
  }
  /// Returns whether `what`, the result that this choice had in another run, is also possible in this run. In the other
  /// run, the call may have had more requests, if a collective was under way at that time.
  bool can_have_result(std::uint32_t what) const noexcept {
    return kind == Kind::wait ? what < candidate_requests.size()
                              : kind != Kind::test || what <= candidate_requests.size();
  }
  /// Returns the place of the call after which the program knows the result of the choice. A place
  /// is the number of a call among the calls of its node.
  std::uint32_t call_that_gets_result() const noexcept {
    return kind == Kind::receive
               ? std::min(candidate_requests.front()->waiting_call, candidate_requests.front()->cancelling_call)
               : choosing_call;
  }
};

/// Returns whether two tests or probes of one node are made by the same source line and look for the same requests or
/// messages.
bool are_equivalent_polls(const LoggedChoice& one, const LoggedChoice& other);

struct LoggedCall {
  enum class Kind : std::uint8_t {
    post,                ///< posts the single request in `requests`
    wait,                ///< waits for all requests in `requests`
    machine_collective,  ///< meets all other nodes in a collective that the machine carries out by itself
    look,  ///< looks whether requests are complete or messages are there, and leaves the messages where they are
  };
  Kind kind;
  std::span<LoggedRequest* const>
      requests;  ///< requests of the call; for a wait for any request, only the request that has ended the wait
  const LoggedChoice* choice = nullptr;  ///< choice that the call makes, or null
};

/// The reason why a log ends before its run does: a call that may depend on the order of events in
/// a way that the log cannot record as a choice.
struct LogObstacle {
  std::string text;  ///< what the node does, such as "sends to itself"
  std::optional<DefectClass> defect = {};
  LogObstacle(const char* what) : text(what) {}
  LogObstacle(const char* what, DefectClass kind) : text(what), defect(kind) {}
};

/// The log of one node: all its calls that can influence other nodes.
class NodeLog {
 public:
  /// Makes the log of this node record the additional calls that ProgramLog::log_all_choices()
  /// lists.
  void log_all_choices() noexcept { logs_all_choices_ = true; }
  /// Removes all calls from the log, and keeps the memory for reuse.
  void clear() noexcept;
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(calls_.size()); }
  /// Returns the call with this number among the calls of the node.
  LoggedCall operator[](std::uint32_t place) const noexcept {
    const StoredCall& call = calls_[place];
    return {call.kind, std::span(requests_of_calls_).subspan(call.first_request, call.request_count), call.choice};
  }
  const std::deque<LoggedChoice>& choices() const noexcept { return logged_choices_; }
  /// A meeting of all nodes (runtime/state_marks.hpp): the calls from `begin` to `end` - 1 of the node belong to it.
  struct Meeting {
    std::uint32_t begin = 0, end = 0;
    std::size_t state_at_end = 0;  ///< number of the recorded state in which the node leaves the meeting
  };
  /// Returns the meetings that the node has left, in program order.
  const std::vector<Meeting>& meetings() const noexcept { return meetings_; }
  /// Returns, for each state that the node has recorded (kStateRecorded), the place of its next call.
  const std::vector<std::uint32_t>& calls_behind_recorded_states() const noexcept {
    return calls_behind_recorded_states_;
  }
  /// Returns the calls of the node in front of which it changes state that is not recorded (kUnrecordedChange).
  const std::vector<std::uint32_t>& calls_behind_unrecorded_changes() const noexcept {
    return calls_behind_unrecorded_changes_;
  }
  bool has_unmatched_receive() const noexcept { return !unmatched_receives_.empty(); }
  /// Returns the receives that the node has cancelled, or has tried to cancel.
  const std::vector<LoggedRequest*>& receives_to_cancel() const noexcept { return receives_to_cancel_; }

  // Each of the following functions adds a call of the node to the log. It returns an obstacle if the call may depend
  // on the order of events in a way that the log does not record as a choice.
  std::optional<LogObstacle> log_posted_request(const Request& request);
  std::optional<LogObstacle> log_wait(std::span<Request* const> requests);
  std::optional<LogObstacle> wait_any(NodeId node, std::span<Request* const> requests);
  std::optional<LogObstacle> log_end_of_wait_any(std::uint32_t which);
  std::optional<LogObstacle> log_cancel(const Request& request);
  std::optional<LogObstacle> log_collective(const CollectiveCall& call);
  /// Logs how far a posted collective has come. `collective` may have been released if the stage is not `begun`.
  void log_posted_collective(const Request& collective, PostedCollectiveStage stage);
  bool has_posted_collectives() const noexcept { return has_posted_collectives_; }
  /// Logs a mark of the node, if it tells of a meeting or of state that is not recorded.
  void log_mark(const char* mark);
  /// These two functions add to the log a wait or a test that the runtime makes for the progress of collectives, and
  /// that is no choice of the program. The complete requests are logged by log_end_of_wait_any() after a wait, and by
  /// log_result_of_test_or_probe() after a test.
  void log_progress_wait(std::span<Request* const> requests);
  void log_progress_test(std::span<Request* const> requests, CallSite site);
  /// Returns the request with the index `which` in the list of requests of the node's last test, look at several
  /// requests, or wait for any of several requests.
  const Request& request_of_last_wait_or_test(std::uint32_t which) const noexcept {
    return *requests_of_last_wait_or_test_[which];
  }
  /// Returns the choice that the node's last call makes, or null if this call makes no choice.
  LoggedChoice* last_choice() noexcept;
  const LoggedChoice* last_choice() const noexcept {
    return logged_choices_.empty() || logged_choices_.back().choosing_call + 1 != size() ? nullptr
                                                                                         : &logged_choices_.back();
  }
  /// Adds to the log one look of a probe that waits for a message, and lets other requests of its node go on meanwhile.
  /// Only the look that finds a message stays in the log.
  void log_poll_of_waiting_probe(const Request& probe);
  /// Call this before a test or probe is logged that is repeated until it finds what it has to find
  /// (Instruction::is_repeated). Only the one that has a result stays in the log.
  void begin_repeated_poll(bool is_of_waiting_probe);
  /// Removes the last repeated test or probe from the log if it has no result. Call this before anything else is
  /// logged.
  void remove_unsuccessful_poll();
  /// Logs a probe that returns at once if there is no message. What it finds is a choice, which another run may make
  /// otherwise.
  void log_polling_probe(const Request& probe);
  std::optional<LogObstacle> log_test(NodeId node, std::span<Request* const> requests, const Instruction& test);
  std::optional<LogObstacle> log_result_of_test_or_probe(std::uint32_t what);
  /// Returns the source line of the test, probe or look that is logged next by log_result_of_test_or_probe().
  CallSite site_of_next_logged_result() const noexcept {
    return is_progress_test_open_ || logged_choices_.empty() ? last_poll_site_ : logged_choices_.back().site;
  }
  void log_found_message(NodeId source);
  /// Sets the source line of the last call's choice, if that call makes a choice.
  void set_site_of_choice(CallSite site) noexcept;
  void log_completion(const Request& request);

 private:
  struct StoredCall {
    LoggedCall::Kind kind;
    std::size_t first_request;
    std::size_t request_count;
    const LoggedChoice* choice;
  };
  void add_call(LoggedCall::Kind kind);
  LoggedChoice& add_choice(NodeId node, LoggedChoice::Kind kind, const Request* served = nullptr);
  ChoiceName next_choice_name_of_service(NodeId node, Context context);
  LoggedRequest& add_request(const Request& request);
  LoggedRequest& logged_or_new_request(const Request& request);
  LoggedRequest& log_probe(const Request& probe);
  std::optional<LogObstacle> log_wait_for_completed_requests();
  void note_taken_message();
  void note_cancelled(const Request& receive);
  std::optional<LogObstacle> log_end_of_request(const Request& request, LoggedRequest*& logged);
  bool finds_more_requests_than_last_choice(const LoggedChoice& choice) const;
  void log_waiting_probe(const Request& probe);
  void log_result_of_waiting_probe(std::uint32_t what);
  void note_found_by_last_call(LoggedRequest& request);
  void note_last_call_found_nothing(const LoggedChoice& look);
  void add_to_posted_collective(LoggedRequest& message);
  void note_call_of_collectives_only();
  std::optional<LogObstacle> obstacle_to_posting(const Request& request) const;
  std::optional<LogObstacle> obstacle_from_shared_buffer(std::span<const std::byte> data, bool written) const;

  bool logs_all_choices_ = false;
  bool does_last_test_end_requests_ = false;  ///< whether the last test also ends the requests that it finds complete
  /// Place of the last test or probe among the node's calls, if this test or probe has found nothing.
  std::uint32_t last_unsuccessful_poll_ = LoggedRequest::kNever;
  /// The different tests and probes that the node has made last, if they follow each other and none of them has found
  /// anything.
  std::vector<const LoggedChoice*> unsuccessful_polls_;
  std::vector<StoredCall> calls_;
  std::vector<LoggedRequest*> requests_of_calls_;
  std::deque<LoggedRequest> requests_;
  /// Requests that are posted and not waited for yet.
  std::unordered_map<const Request*, LoggedRequest*> open_requests_;
  /// Posted collectives that the program does not know to be over. The addresses of their requests are only compared.
  std::vector<std::pair<const Request*, LoggedRequest*>> posted_collectives_;
  bool has_posted_collectives_ = false;  ///< whether the node has posted a collective in this run
  std::deque<LoggedChoice> logged_choices_;
  std::uint64_t program_choice_count_ = 0;
  std::vector<std::pair<Context, std::uint64_t>> choice_counts_by_service_;
  std::vector<LoggedRequest*> receives_to_cancel_;
  std::vector<Meeting> meetings_;
  std::uint32_t begin_of_next_meeting_ = 0;
  std::vector<std::uint32_t> calls_behind_recorded_states_, calls_behind_unrecorded_changes_;
  std::unordered_map<const Request*, LoggedChoice*>
      unmatched_receives_;  ///< receives from any node that have no message yet
  /// Requests of the node's last test, look, or wait for any of several requests.
  std::vector<const Request*> requests_of_last_wait_or_test_;
  /// Whether the runtime has made a test for the progress of collectives, at `last_poll_site_`, that has no result yet.
  bool is_progress_test_open_ = false;
  CallSite last_poll_site_;
  /// The last call, if it is a repeated test or probe that has no result yet, with the numbers of logged requests
  /// before it.
  struct PollWithoutResult {
    std::size_t logged_requests;
    std::size_t logged_requests_of_calls;
    bool is_of_waiting_probe;
  };
  std::optional<PollWithoutResult> poll_without_result_;
  const Request* matched_probe_ = nullptr;  ///< matched probe that the node is carrying out, or null
  LoggedRequest* logged_probe_ = nullptr;   ///< last probe in the log
  std::unordered_map<const EarlyMessage*, LoggedRequest*>
      matched_probes_by_message_;  ///< matched probes, by the message that each has taken and that is not received yet
};

/// The log of one run: the calls of the programs, with their choices. Once there is an obstacle (a dependence on the
/// order of events that is no choice), nothing more is recorded.
class ProgramLog {
 public:
  explicit ProgramLog(std::uint32_t nodes) : node_logs_(nodes) {}
  /// Makes the log also record tests, probes, buffered sends, and messages of a node to itself,
  /// which would otherwise end the log as obstacles. Call this before the run.
  void log_all_choices() {
    logs_all_choices_ = true;
    for (NodeLog& node : node_logs_) node.log_all_choices();
  }
  bool logs_all_choices() const noexcept { return logs_all_choices_; }
  /// Empties the log for another run.
  void clear() noexcept;

  /// Notes that a run begins. A second run is an obstacle, because the log records nothing about
  /// the time between the two.
  void begin_run();
  void add_instruction(NodeId node, const Instruction& instruction);
  void log_chosen_request(NodeId node, std::uint32_t which);
  void log_completion(const Request& request);
  /// These two functions add to the log the result of a test or of a probe that does not wait (Arbiter::on_result), and
  /// the source of the message that a waiting probe has found (Arbiter::on_probe_found).
  void log_call_result(NodeId node, std::uint32_t what);
  void log_found_message_source(NodeId node, NodeId source);
  /// Notes that a program has read its clock. Any thread may call this.
  void note_clock_read() noexcept { has_read_clock_ = true; }

  /// Returns the first obstacle, such as "node 3 probes for a message (ring.cpp:12)": a way, other
  /// than a choice, in which the run may depend on the order of events. Returns nothing if there
  /// is none.
  std::optional<std::string> obstacle_to_partial_order() const;
  bool has_obstacle() const noexcept { return obstacle_text_.has_value(); }
  /// Notes as an obstacle that `choice` cannot have the result that is prescribed by an earlier
  /// run with the same choices.
  void note_impossible_choice(const LoggedChoice& choice);
  /// Returns the first obstacle of the run, as obstacle_to_partial_order() does: a way in which the run may depend on
  /// the order of events, beside its choices. Reads of clocks and receives from any node that got no message are
  /// ignored.
  const std::optional<std::string>& first_obstacle_text() const noexcept { return obstacle_text_; }
  /// Returns the program defect that made the run depend on the order of events (the obstacle of this log), or nothing
  /// if no defect did.
  const std::optional<Defect>& defect() const noexcept { return defect_; }
  /// Returns whether the function name of the call with the defect is known. For calls of Node
  /// programs and of the runtime itself, only the source line is known.
  bool is_defect_in_named_call() const noexcept { return is_defect_in_named_call_; }
  bool has_choices() const noexcept;
  bool has_posted_collectives() const noexcept;
  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(node_logs_.size()); }
  const NodeLog& operator[](NodeId node) const noexcept { return node_logs_[index(node)]; }

 private:
  void note_obstacle_of_node(NodeId node, const std::optional<LogObstacle>& obstacle, CallSite site);

  std::vector<NodeLog> node_logs_;
  bool logs_all_choices_ = false;
  std::optional<std::string> obstacle_text_;
  std::optional<Defect> defect_;
  bool is_defect_in_named_call_ = false;
  std::uint32_t run_count_ = 0;
  std::atomic<bool> has_read_clock_ = false;
};

}  // namespace switchyard
