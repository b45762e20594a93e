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

/// A send, receive or probe of the logged run, as it was posted, except that the source of a receive is set to the
/// source of its message.
struct LoggedRequest : Request {
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t posting_call = 0;  ///< number, among the calls of its node, of the call that posts the request

  /// Number, among the calls of its node, of the call that waits for the request; kNever if none does.
  std::uint32_t waiting_call = kNever;
  std::size_t data_hash = 0;      ///< hash of the data of a send when it was posted
  bool has_data_changed = false;  ///< whether the data of a send was different when the send was complete from when it
                                  ///< was posted

  /// For a compare-and-swap message to a service: the hash of the value to compare with. For a message that gives a
  /// lock back with a view (ServiceMessageKind::unlock_with_memory_hash): the hash of the view. 0 for all others.
  std::size_t compared_value_hash = 0;
  /// For a matched probe: the receive of the message that the probe has taken. For a receive of a message that a
  /// matched probe has taken: the probe. Null for all other requests.
  LoggedRequest* partner_request = nullptr;
  /// For a message inside a posted (nonblocking) collective: the request of the collective in the log. Null for all
  /// others.
  LoggedRequest* posted_collective = nullptr;
  /// For a posted (nonblocking) collective: the message inside it that was posted last. For a message inside a posted
  /// collective: the message of the collective that was posted before it. Null if there is none.
  LoggedRequest* previous_message = nullptr;
  /// Number, among the calls of its node, of the call that cancels the request; kNever if none does.
  std::uint32_t cancelling_call = kNever;
  bool is_cancelled = false;  ///< whether the request was cancelled in time, so that, if it is a receive, it gets no
                              ///< message
  bool is_from_any_source = false;  ///< whether a receive or probe accepts messages from any node
  bool is_posted_collective_complete =
      false;  ///< whether the last message of a posted (nonblocking) collective has come

  /// Returns whether the request completes only when a message has come to its node.
  bool needs_incoming_message() const noexcept {
    return (kind == Kind::receive || kind == Kind::probe) && !is_cancelled;
  }
  /// Returns whether a send is complete only once a receive has taken its message.
  bool is_synchronous_send() const noexcept { return lasts_until_received(mode) && !is_copy; }
};

/// Returns whether the request is a send whose data is copied when it is posted, so that it is complete at once.
bool is_buffered(const Request& request) noexcept;

/// A choice that a program or service leaves to the order of events, such as which message a receive from any node
/// gets.
struct LoggedChoice {
  enum class Kind : std::uint8_t {
    receive,    ///< receive from any node: the result is the source of the message
    wait,       ///< wait for any of several requests: the result is the index of the request that has ended the wait
    test,       ///< test of several requests: the result is 0 for none, or 1 + the index of a request that is done
    test_all,   ///< test whether all of several requests are done: the result is 1 if they are, or 0
    probe,      ///< blocking probe for a message from any node: the result is the source of the message
    try_probe,  ///< nonblocking probe: the result is 0 for no message, or 1 + the source of the message
  };

  NodeId node{};
  ChoiceName name = {};
  std::uint32_t index_among_choices_of_node = 0;  ///< number of the choice among all choices that the program and the
                                                  ///< services of its node make
  std::uint32_t choosing_call = 0;  ///< number, among the calls of its node, of the call that makes the choice
  std::vector<LoggedRequest*> candidate_requests = {};  ///< requests among which the choice is made
  Kind kind = Kind::receive;
  /// Whether the choice is a test or probe that repeats an earlier one of the node, with nothing in between but tests
  /// and probes that found nothing.
  bool repeats_unsuccessful_poll = false;
  /// Whether the program's call has just found another request, and the choice is whether the call also finds one of
  /// the requests that stand behind that request in its list.
  bool finds_further_request = false;
  std::uint32_t taken = LoggedRequest::kNever;  ///< result of the choice (encoded as the enumerators of Kind say), or
                                                ///< kNever if there is no result yet
  CallSite site = {};

  bool has_no_result_yet() const noexcept { return taken == LoggedRequest::kNever; }
  /// Returns whether the choice is made by a service of the node, which serves requests of other nodes, and not by the
  /// program.
  bool belongs_to_service() const noexcept { return name.belongs_to_service(); }
  /// Returns whether the choice is a test or probe that may find nothing.
  bool is_nonblocking_test_or_probe() const noexcept {
    return kind == Kind::test || kind == Kind::test_all || kind == Kind::try_probe;
  }
  /// Returns whether `what`, the result that this choice had in another run, is also possible in this run. In the other
  /// run, the call may have had more requests, if a collective was under way at that time.
  bool can_choice_have_result(std::uint32_t what) const noexcept {
    return kind == Kind::wait ? what < candidate_requests.size()
                              : kind != Kind::test || what <= candidate_requests.size();
  }
  /// Returns the number of the call after which the program knows the result of the choice. The calls of a node are
  /// numbered in program order.
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
    post,                ///< posts a request, which is the only one in `requests`
    wait,                ///< waits until all requests in `requests` are complete
    machine_collective,  ///< takes part with all other nodes in a collective that the machine carries out by itself
    test_or_probe,  ///< finds out whether requests are complete or messages are there, and leaves the messages where
                    ///< they are
  };
  Kind kind;
  std::span<LoggedRequest* const> requests;  ///< requests of the call; if it is a wait for any of several requests,
                                             ///< only the request that has ended the wait
  const LoggedChoice* choice = nullptr;      ///< the choice that the call makes, or null if it makes none
};

/// The reason why a log ends before its run does: a call that may depend on the order of events in a way that the log
/// cannot record as a choice of the program.
struct ObstacleToLogging {
  std::string text;  ///< what the node does that is an obstacle, such as "sends to itself"
  std::optional<DefectClass> defect = {};
  ObstacleToLogging(const char* what) : text(what) {}
  ObstacleToLogging(const char* what, DefectClass kind) : text(what), defect(kind) {}
};

/// The log of one node: all its calls that can influence other nodes.
class NodeLog {
 public:
  /// Makes the log of this node also record tests, probes, buffered sends, and messages of the node to itself.
  void log_all_choices() noexcept { logs_all_choices_ = true; }
  /// Removes all calls from the log, and keeps the memory for reuse.
  void clear() noexcept;
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(calls_.size()); }
  /// Returns the call with the number `place` among the calls of the node.
  LoggedCall operator[](std::uint32_t place) const noexcept {
    const StoredCall& call = calls_[place];
    return {call.kind, std::span(requests_of_calls_).subspan(call.first_request, call.request_count), call.choice};
  }
  const std::deque<LoggedChoice>& choices() const noexcept { return logged_choices_; }
  /// A meeting (a collective that no node leaves before all nodes have entered it, runtime/state_marks.hpp) of the node
  /// with all others: the node's calls from `begin` to `end` - 1 belong to the meeting.
  struct SynchronisingCollective {
    std::uint32_t begin = 0, end = 0;
    std::size_t state_at_end = 0;  ///< index, among the node's recorded states, of the state in which the node leaves
                                   ///< the meeting
  };
  /// Returns the meetings (runtime/state_marks.hpp) that the node has left, in program order.
  const std::vector<SynchronisingCollective>& synchronising_collectives() const noexcept {
    return synchronising_collectives_;
  }
  /// Returns, for each state that the node has recorded (kMarkLabelOfRecordedState), the number of its first call after
  /// that.
  const std::vector<std::uint32_t>& next_calls_after_recorded_states() const noexcept {
    return next_calls_after_recorded_states_;
  }
  /// Returns, for each change of state that the node has not recorded (kMarkLabelOfChangeOutsideRecordedState), the
  /// number of its first call after the change.
  const std::vector<std::uint32_t>& next_calls_after_unrecorded_changes() const noexcept {
    return next_calls_after_unrecorded_changes_;
  }
  bool has_unmatched_receive() const noexcept { return !unmatched_receives_.empty(); }
  /// Returns the receives that the node has cancelled, or has tried to cancel.
  const std::vector<LoggedRequest*>& receives_to_cancel() const noexcept { return receives_to_cancel_; }

  // Each of the functions from log_posted_request() to log_collective() adds a call of the node to the log. It returns
  // an obstacle if the call may depend on the order of events in a way that the log does not record as a choice.
  std::optional<ObstacleToLogging> log_posted_request(const Request& request);
  std::optional<ObstacleToLogging> log_wait(std::span<Request* const> requests);
  std::optional<ObstacleToLogging> wait_any(NodeId node, std::span<Request* const> requests);
  std::optional<ObstacleToLogging> log_end_of_wait_any(std::uint32_t which);
  std::optional<ObstacleToLogging> log_cancel(const Request& request);
  std::optional<ObstacleToLogging> log_collective(const CollectiveCall& call);
  /// Logs how far a posted (nonblocking) collective has come. `collective` may have been released if the stage is not
  /// `begun`.
  void log_posted_collective(const Request& collective, PostedCollectiveStage stage);
  bool has_posted_collectives() const noexcept { return has_posted_collectives_; }
  /// Logs a mark of the node, if the mark tells of a meeting of all nodes or of recorded or unrecorded state
  /// (runtime/state_marks.hpp).
  void add_state_mark_to_log(const char* mark);
  /// The functions log_progress_wait() and log_progress_test() add to the log a wait or a test that the runtime makes
  /// so that collectives progress, and that is no choice of the program. The complete requests are logged by
  /// log_end_of_wait_any() after a wait, and by log_result_of_test_or_probe() after a test.
  void log_progress_wait(std::span<Request* const> requests);
  void log_progress_test(std::span<Request* const> requests, CallSite site);
  /// Returns the request with the index `which` in the list of requests of the node's last test of several requests or
  /// wait for any of several requests.
  const Request& request_of_last_wait_or_test(std::uint32_t which) const noexcept {
    return *requests_of_last_wait_or_test_[which];
  }
  /// Returns the choice that the node's last call makes, or null if this call makes no choice.
  LoggedChoice* last_choice() noexcept;
  const LoggedChoice* last_choice() const noexcept {
    return logged_choices_.empty() || logged_choices_.back().choosing_call + 1 != size() ? nullptr
                                                                                         : &logged_choices_.back();
  }
  /// Adds to the log one step of a probe that waits for a message and meanwhile lets other requests of its node
  /// progress. Only the step that finds a message stays in the log.
  void log_poll_of_waiting_probe(const Request& probe);
  /// Call this before logging a test or probe that the node repeats until it finds what it has to find
  /// (Instruction::is_repeated). Of the repetitions, only the one that has a result stays in the log.
  void begin_repeated_poll(bool belongs_to_waiting_probe);
  /// Removes the last repeated test or probe from the log if it has no result. Call this before anything else is
  /// logged.
  void remove_unsuccessful_poll();
  /// Logs a probe that returns at once if there is no message. Whether it finds a message, and which, is a choice, for
  /// which another run may have another result.
  void log_nonblocking_probe(const Request& probe);
  std::optional<ObstacleToLogging> log_test(NodeId node, std::span<Request* const> requests, const Instruction& test);
  std::optional<ObstacleToLogging> log_result_of_test_or_probe(std::uint32_t what);
  /// Returns the source line of the test or probe whose result is logged next by log_result_of_test_or_probe().
  CallSite site_of_next_logged_result() const noexcept {
    return awaits_collective_progress_test_result_ || logged_choices_.empty() ? last_poll_site_
                                                                              : logged_choices_.back().site;
  }
  void log_found_message(NodeId source);
  /// Sets the source line of the choice that the node's last call makes, if that call makes a choice.
  void set_call_site_of_last_choice(CallSite site) noexcept;
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
  std::optional<ObstacleToLogging> log_wait_for_completed_requests();
  void note_taken_message();
  void note_cancelled(const Request& receive);
  std::optional<ObstacleToLogging> log_end_of_request(const Request& request, LoggedRequest*& logged);
  bool does_choice_continue_previous_choice(const LoggedChoice& choice) const;
  void log_waiting_probe(const Request& probe);
  void log_result_of_waiting_probe(std::uint32_t what);
  void note_request_found_by_last_call(LoggedRequest& request);
  void note_last_call_found_nothing(const LoggedChoice& look);
  void add_to_posted_collective(LoggedRequest& message);
  void ignore_last_call_between_polls();
  std::optional<ObstacleToLogging> obstacle_to_logging_posted_request(const Request& request) const;
  std::optional<ObstacleToLogging> obstacle_from_shared_buffer(std::span<const std::byte> data, bool written) const;

  bool logs_all_choices_ = false;
  bool does_last_test_end_requests_ = false;  ///< whether the node's last test also ends the requests that it finds
                                              ///< complete, so that no later wait has to

  /// Number of the node's last test or probe among its calls, if that test or probe has found nothing; kNever
  /// otherwise.
  std::uint32_t last_unsuccessful_poll_ = LoggedRequest::kNever;
  /// The different tests and probes that the node has made in a row, with no other calls in between, and that have
  /// found nothing.
  std::vector<const LoggedChoice*> unsuccessful_polls_;
  std::vector<StoredCall> calls_;
  std::vector<LoggedRequest*> requests_of_calls_;
  std::deque<LoggedRequest> requests_;
  /// Requests that the node has posted and not waited for yet.
  std::unordered_map<const Request*, LoggedRequest*> open_requests_;
  /// Posted (nonblocking) collectives that the program does not know to be over. The addresses of their requests are
  /// only compared, and not dereferenced.
  std::vector<std::pair<const Request*, LoggedRequest*>> posted_collectives_;
  bool has_posted_collectives_ = false;  ///< whether the node has posted a (nonblocking) collective in this run
  std::deque<LoggedChoice> logged_choices_;
  std::uint64_t program_choice_count_ = 0;
  std::vector<std::pair<Context, std::uint64_t>> choice_counts_by_service_;
  std::vector<LoggedRequest*> receives_to_cancel_;
  std::vector<SynchronisingCollective> synchronising_collectives_;
  std::uint32_t first_call_of_synchronising_collective_ = 0;
  std::vector<std::uint32_t> next_calls_after_recorded_states_, next_calls_after_unrecorded_changes_;
  std::unordered_map<const Request*, LoggedChoice*>
      unmatched_receives_;  ///< for each receive from any node that has no message yet: the choice of its source

  /// Requests of the node's last test of several requests or wait for any of several requests.
  std::vector<const Request*> requests_of_last_wait_or_test_;
  /// Whether the runtime has made a test at `last_poll_site_`, so that collectives progress, whose result is not logged
  /// yet.
  bool awaits_collective_progress_test_result_ = false;
  CallSite last_poll_site_;
  /// What is needed to remove the last call from the log, a repeated test or probe that has no result yet: the numbers
  /// of requests in the log before this call.
  struct PollWithoutResult {
    std::size_t request_count_before_poll;
    std::size_t requests_of_calls_size_before_poll;
    bool belongs_to_waiting_probe;
  };
  std::optional<PollWithoutResult> poll_without_result_;
  const Request* matched_probe_ = nullptr;  ///< the matched probe that the node is carrying out, or null
  LoggedRequest* logged_probe_ = nullptr;   ///< the log's record of the last probe of the node
  std::unordered_map<const EarlyMessage*, LoggedRequest*>
      matched_probes_by_message_;  ///< for each message that a matched probe has taken and that is not received yet:
                                   ///< the probe
};

/// The log of one run: the calls of the programs, with their choices. Once there is an obstacle (a way in which the run
/// may depend on the order of events that is no choice), nothing more is recorded.
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
  /// Empties the log, so that another run can be recorded in it.
  void clear() noexcept;

  /// Notes that a run begins. A second run with the same log is an obstacle, because the log records nothing about the
  /// time between the two runs.
  void begin_run();
  void add_instruction(NodeId node, const Instruction& instruction);
  void log_chosen_request(NodeId node, std::uint32_t which);
  void log_completion(const Request& request);
  /// The functions log_call_result() and log_found_message_source() add to the log the result of a test or of a probe
  /// that does not wait (Arbiter::on_result), and the source of the message that a waiting probe has found
  /// (Arbiter::on_probe_found).
  void log_call_result(NodeId node, std::uint32_t what);
  void log_found_message_source(NodeId node, NodeId source);
  /// Notes that a program has read its clock. Any thread may call this.
  void note_clock_read() noexcept { has_read_clock_ = true; }

  /// Returns the first obstacle, such as "node 3 probes for a message (ring.cpp:12)": a way, other
  /// than a choice, in which the run may depend on the order of events. Returns nothing if there
  /// is none.
  std::optional<std::string> obstacle_to_partial_order() const;
  bool has_logging_obstacle() const noexcept { return logging_obstacle_text_.has_value(); }
  /// Notes as an obstacle that `choice` cannot have the result that is prescribed by an earlier
  /// run with the same choices.
  void note_impossible_choice(const LoggedChoice& choice);
  /// Returns the first obstacle of the run, as obstacle_to_partial_order() does: a way in which the run may depend on
  /// the order of events, beside its choices. Unlike there, reads of clocks and receives from any node that got no
  /// message do not count as obstacles.
  const std::optional<std::string>& text_of_first_logging_obstacle() const noexcept { return logging_obstacle_text_; }
  /// Returns the program defect that made the run depend on the order of events (the obstacle of this log), or nothing
  /// if no defect did.
  const std::optional<Defect>& defect() const noexcept { return defect_; }
  /// Returns whether the name of the called function is known for the call with the defect. For calls of Node programs
  /// and of the runtime itself, only the source line is known.
  bool is_defect_in_named_call() const noexcept { return is_defect_in_named_call_; }
  bool has_choices() const noexcept;
  bool has_posted_collectives() const noexcept;
  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(node_logs_.size()); }
  const NodeLog& operator[](NodeId node) const noexcept { return node_logs_[index(node)]; }

 private:
  void record_logging_obstacle_of_node(NodeId node, const std::optional<ObstacleToLogging>& obstacle, CallSite site);

  std::vector<NodeLog> node_logs_;
  bool logs_all_choices_ = false;
  std::optional<std::string> logging_obstacle_text_;
  std::optional<Defect> defect_;
  bool is_defect_in_named_call_ = false;
  std::uint32_t run_count_ = 0;
  std::atomic<bool> has_read_clock_ = false;
};

}  // namespace switchyard
