#include "runtime/stress/program_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/matching.hpp"
#include "runtime/served_message.hpp"
#include "runtime/state_marks.hpp"

namespace switchyard {
namespace {

std::span<const std::byte> bytes_of_request(const Request& request) noexcept { return {request.data, request.bytes}; }

std::size_t data_hash_of(const Request& send) {
  return std::hash<std::string_view>{}({reinterpret_cast<const char*>(send.data), send.bytes});
}

/// Returns the hash of the value that a compare-and-swap request to a service compares, or, for an
/// unlock_with_memory_hash request, of the view at the end of the message; 0 if the message is neither.
std::size_t hash_of_compared_value(const Request& send) {
  if (!is_message_to_service(send)) return 0;
  const auto hash_from_end = [&](std::size_t distance, std::size_t bytes) -> std::size_t {
    if (send.bytes < distance) return 0;
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(send.data) + send.bytes - distance, bytes});
  };
  if (kind_of_service_message(send) == ServiceMessageKind::unlock_with_memory_hash)
    return hash_from_end(sizeof(std::uint64_t), sizeof(std::uint64_t));
  const std::size_t bytes = bytes_of_compared_value(kind_of_service_message(send));
  return bytes == 0 ? 0 : hash_from_end(2 * bytes, bytes);
}

bool do_byte_ranges_overlap(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
  const std::less<const std::byte*> before;
  return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

const char* text_of_obstacle(Instruction::Kind kind) {
  switch (kind) {
    case Instruction::Kind::wait_some:
      return "waits for some of several";
    case Instruction::Kind::test_any:
    case Instruction::Kind::test_all:
    case Instruction::Kind::count_complete_requests:
      return "tests whether something is done";
    case Instruction::Kind::probe:
      return "probes for a message";
    case Instruction::Kind::cancel:
      return "cancels a call";
    case Instruction::Kind::send_packet:
    case Instruction::Kind::poll:
    case Instruction::Kind::poll_until:
    case Instruction::Kind::lock_refused:
      return "uses active messages";
    default:
      return "makes a call that may end in more than one way";
  }
}

}  // namespace

bool are_equivalent_polls(const LoggedChoice& one, const LoggedChoice& other) {
  const auto is_same = [](const LoggedRequest* a, const LoggedRequest* b) {
    if (a == b || (is_buffered(*a) && is_buffered(*b)))
      return true;  // the log has no permanent record of a buffered
                    // send, so that two buffered sends count as the
                    // same
    if (a->kind != Request::Kind::probe || b->kind != Request::Kind::probe) return false;
    const bool have_same_source =
        a->is_from_any_source ? b->is_from_any_source : !b->is_from_any_source && a->peer == b->peer;
    return have_same_source && message_selector_of(*a) == message_selector_of(*b);
  };
  return one.kind == other.kind && one.site == other.site &&
         std::ranges::equal(one.candidate_requests, other.candidate_requests, is_same);
}

// --- NodeLog: the log of one node ------------------------------------------------------------------------------------

void NodeLog::add_call(LoggedCall::Kind kind) { calls_.push_back({kind, requests_of_calls_.size(), 0, nullptr}); }

/// Adds to the log a choice that is made by the last logged call; the result of the choice is added later. `served` is
/// the receive of the service that makes the choice, or null if the program makes it.
LoggedChoice& NodeLog::add_choice(NodeId node, LoggedChoice::Kind kind, const Request* served) {
  LoggedChoice& choice = logged_choices_.emplace_back();
  choice.node = node;
  choice.kind = kind;
  choice.index_among_choices_of_node = static_cast<std::uint32_t>(logged_choices_.size() - 1);
  choice.name = served == nullptr ? ChoiceName{node, program_choice_count_++}
                                  : next_choice_name_of_service(node, served->context);
  choice.choosing_call = size() - 1;
  calls_.back().choice = &choice;
  return choice;
}

/// Returns the name of the next choice by which a service decides which message of `context` it takes. A service is the
/// part of a node that serves requests of other nodes, such as accesses to an MPI window.
ChoiceName NodeLog::next_choice_name_of_service(NodeId node, Context context) {
  auto found = std::ranges::find(choice_counts_by_service_, context, &std::pair<Context, std::uint64_t>::first);
  if (found == choice_counts_by_service_.end()) found = choice_counts_by_service_.insert(found, {context, 0});
  return ChoiceName::name_of_service_choice(node, context, found->second++);
}

/// Adds a record of a request to the log: of a request that the last logged call concerns, or that the next call posts.
LoggedRequest& NodeLog::add_request(const Request& request) {
  LoggedRequest& logged = requests_.emplace_back();
  static_cast<Request&>(logged) = request;
  logged.is_from_any_source = request.kind != Request::Kind::send && request.peer == kAnyNode;
  return logged;
}

/// Returns the log's record of an open (not yet completed) request. For a buffered send, which was complete at once,
/// makes a new record.
LoggedRequest& NodeLog::logged_or_new_request(const Request& request) {
  const auto found = open_requests_.find(&request);
  return found == open_requests_.end() ? add_request(request) : *found->second;
}

/// Returns an obstacle, that is, a text that says why posting this request makes the run depend on the order of events;
/// nothing if posting it does not. Sends in standard, synchronous and ready mode are no obstacle; for ready mode
/// check_that_one_order_suffices() demands that the receive is posted before the send.
std::optional<ObstacleToLogging> NodeLog::obstacle_to_logging_posted_request(const Request& request) const {
  if (request.protocol == Protocol::bulk) return "sends in bulk to a port";
  if (logs_all_choices_) return std::nullopt;
  if (request.has_taken_message) return "receives what a probe has found";
  if (request.peer == request.owner) return "sends to itself";
  if (is_buffered(request)) return "sends from a buffer of its own";
  return std::nullopt;
}

/// Returns an obstacle, a way in which the run may depend on the order of events, if `data` overlaps the buffer of an
/// open request and one of the two uses of the memory writes to it. The obstacle is not a program defect if the open
/// request is complete, because the program may have learnt that in another way than by a wait.
std::optional<ObstacleToLogging> NodeLog::obstacle_from_shared_buffer(std::span<const std::byte> data,
                                                                      bool written) const {
  const auto found = std::ranges::find_if(open_requests_, [&](const auto& entry) {
    const LoggedRequest& open = *entry.second;
    if (entry.first->is_freed && entry.first->complete) return false;
    return (written || open.kind == Request::Kind::receive) && do_byte_ranges_overlap(data, bytes_of_request(open));
  });
  if (found == open_requests_.end()) return std::nullopt;
  const char* const text =
      written ? "receives into a buffer that another open call uses" : "sends from a buffer that an open receive uses";
  if (!logs_all_choices_ || found->first->complete) return text;
  return ObstacleToLogging(text, DefectClass::local_concurrency);
}

std::optional<ObstacleToLogging> NodeLog::log_posted_request(const Request& request) {
  if (auto obstacle = obstacle_to_logging_posted_request(request)) return obstacle;
  const bool receives = request.kind == Request::Kind::receive;
  if (auto obstacle = obstacle_from_shared_buffer(bytes_of_request(request), receives)) return obstacle;
  LoggedRequest& logged = add_request(request);
  logged.posting_call = size();
  if (!receives) {
    logged.data_hash = data_hash_of(request);
    logged.compared_value_hash = hash_of_compared_value(request);
  }
  if (!posted_collectives_.empty()) add_to_posted_collective(logged);
  if (!is_buffered(request)) open_requests_[&request] = &logged;
  if (const auto probe =
          request.has_taken_message ? matched_probes_by_message_.find(request.taken) : matched_probes_by_message_.end();
      probe != matched_probes_by_message_.end()) {
    logged.partner_request = probe->second;
    logged.partner_request->partner_request = &logged;
    matched_probes_by_message_.erase(probe);
  }
  add_call(LoggedCall::Kind::post);
  requests_of_calls_.push_back(&logged);
  calls_.back().request_count = 1;
  if (logged.posted_collective != nullptr) ignore_last_call_between_polls();
  if (logged.is_from_any_source) {
    LoggedChoice& choice =
        add_choice(request.owner, LoggedChoice::Kind::receive, is_message_to_service(request) ? &request : nullptr);
    choice.candidate_requests.push_back(&logged);
    unmatched_receives_[&request] = &choice;
  }
  return std::nullopt;
}

/// Adds `message` to the posted (nonblocking) collective to which it belongs, as its context and tag show, if there is
/// one.
void NodeLog::add_to_posted_collective(LoggedRequest& message) {
  const auto found = std::ranges::find_if(posted_collectives_, [&](const auto& each) {
    return message.context == each.second->context &&
           (message.tag == each.second->tag || message.tag == signal_tag(each.second->tag));
  });
  if (found == posted_collectives_.end()) return;
  message.posted_collective = found->second;
  message.previous_message = std::exchange(found->second->previous_message, &message);
}

/// Notes that the last logged call only lets posted (nonblocking) collectives progress, which the program does not
/// notice. So a poll before this call and a poll after it count as consecutive.
void NodeLog::ignore_last_call_between_polls() {
  if (last_unsuccessful_poll_ != LoggedRequest::kNever && last_unsuccessful_poll_ + 2 == size())
    ++last_unsuccessful_poll_;
}

void NodeLog::log_posted_collective(const Request& collective, PostedCollectiveStage stage) {
  const auto found =
      std::ranges::find(posted_collectives_, &collective, &std::pair<const Request*, LoggedRequest*>::first);
  if (stage == PostedCollectiveStage::begun) {
    LoggedRequest& logged = add_request(collective);
    logged.posting_call = size();
    has_posted_collectives_ = true;
    posted_collectives_.emplace_back(&collective, &logged);
    open_requests_[&collective] = &logged;
    add_call(LoggedCall::Kind::post);
    requests_of_calls_.push_back(&logged);
    calls_.back().request_count = 1;
  } else if (found != posted_collectives_.end() && stage == PostedCollectiveStage::over) {
    found->second->is_posted_collective_complete = true;
  } else if (found != posted_collectives_.end()) {
    add_call(LoggedCall::Kind::wait);
    note_request_found_by_last_call(*found->second);
    open_requests_.erase(&collective);
    posted_collectives_.erase(found);
  }
}

/// Logs that the last call ends the wait for this request, and stores the log's record of the request in `logged`.
std::optional<ObstacleToLogging> NodeLog::log_end_of_request(const Request& request, LoggedRequest*& logged) {
  if (request.kind == Request::Kind::probe) return "probes for a message";
  const auto found = open_requests_.find(&request);
  if (found == open_requests_.end() && logs_all_choices_ && is_buffered(request)) return std::nullopt;
  if (found == open_requests_.end()) return "waits for something twice";
  logged = found->second;
  // The program may know by other messages that a freed send is complete, and may change its data from then on. So the
  // data of a freed send were compared when the send was complete.
  const bool has_other_data = request.is_freed ? logged->has_data_changed : data_hash_of(*logged) != logged->data_hash;
  if (logged->kind == Request::Kind::send && has_other_data) {
    return ObstacleToLogging("changes the data of a send that is under way", DefectClass::local_concurrency);
  }
  note_request_found_by_last_call(*logged);
  open_requests_.erase(found);
  return std::nullopt;
}

/// Logs that the last call found this request complete, or found a message for this probe.
void NodeLog::note_request_found_by_last_call(LoggedRequest& request) {
  if (request.waiting_call == LoggedRequest::kNever) request.waiting_call = size() - 1;
  requests_of_calls_.push_back(&request);
  ++calls_.back().request_count;
}

/// Adds a probe to the log, as a call that concerns this probe only.
LoggedRequest& NodeLog::log_probe(const Request& probe) {
  add_call(LoggedCall::Kind::test_or_probe);
  LoggedRequest& logged = add_request(probe);
  logged.posting_call = size() - 1;
  matched_probe_ = probe.has_taken_message ? &probe : nullptr;
  logged_probe_ = &logged;
  return logged;
}

/// Called when the last logged call of the node has found a message. If this call is a matched probe, logs that the
/// probe has taken the message.
void NodeLog::note_taken_message() {
  if (const Request* const probe = std::exchange(matched_probe_, nullptr))
    matched_probes_by_message_[probe->taken] = logged_probe_;
}

void NodeLog::log_waiting_probe(const Request& probe) {
  LoggedRequest& logged = log_probe(probe);
  note_request_found_by_last_call(logged);
  if (!logged.is_from_any_source) return;
  LoggedChoice& choice = add_choice(probe.owner, LoggedChoice::Kind::probe);
  choice.candidate_requests.push_back(&logged);
  choice.site = probe.site;
}

void NodeLog::log_poll_of_waiting_probe(const Request& probe) {
  begin_repeated_poll(true);
  log_waiting_probe(probe);
}

void NodeLog::begin_repeated_poll(bool belongs_to_waiting_probe) {
  poll_without_result_ = {requests_.size(), requests_of_calls_.size(), belongs_to_waiting_probe};
}

void NodeLog::remove_unsuccessful_poll() {
  const auto poll = std::exchange(poll_without_result_, std::nullopt);
  if (!poll) return;
  if (calls_.back().choice != nullptr) {
    logged_choices_.pop_back();
    --program_choice_count_;
  }
  calls_.pop_back();
  requests_of_calls_.resize(poll->requests_of_calls_size_before_poll);
  requests_.resize(poll->request_count_before_poll);
  matched_probe_ = nullptr;
  logged_probe_ = nullptr;
}

/// Logs the result of one step of a waiting probe: 0 if it found no message, or 1 + the source of the message.
void NodeLog::log_result_of_waiting_probe(std::uint32_t what) {
  if (what == 0) return;
  poll_without_result_.reset();
  log_found_message(NodeId{what - 1});
}

std::optional<ObstacleToLogging> NodeLog::log_wait(std::span<Request* const> requests) {
  if (logs_all_choices_ && requests.size() == 1 && requests.front()->kind == Request::Kind::probe) {
    log_waiting_probe(*requests.front());
    return std::nullopt;
  }
  add_call(LoggedCall::Kind::wait);
  LoggedRequest* logged = nullptr;
  for (const Request* request : requests) {
    if (auto obstacle = log_end_of_request(*request, logged)) return obstacle;
  }
  return std::nullopt;
}

std::optional<ObstacleToLogging> NodeLog::wait_any(NodeId node, std::span<Request* const> requests) {
  add_call(LoggedCall::Kind::wait);
  LoggedChoice& choice = add_choice(node, LoggedChoice::Kind::wait);
  requests_of_last_wait_or_test_.assign(requests.begin(), requests.end());
  for (const Request* request : requests) {
    if (!open_requests_.contains(request) && !(logs_all_choices_ && is_buffered(*request)))
      return "waits for something twice";
    choice.candidate_requests.push_back(&logged_or_new_request(*request));
  }
  return std::nullopt;
}

void NodeLog::log_nonblocking_probe(const Request& probe) {
  LoggedRequest& logged = log_probe(probe);
  add_choice(probe.owner, LoggedChoice::Kind::try_probe).candidate_requests.push_back(&logged);
}

/// Returns whether `choice`, the node's last choice, is among exactly those requests of the previous choice that stand
/// in its list behind the request that it found.
bool NodeLog::does_choice_continue_previous_choice(const LoggedChoice& choice) const {
  using enum LoggedChoice::Kind;
  const auto is_earlier_choice_of_program = [&](const LoggedChoice& each) {
    return &each != &choice && !each.belongs_to_service();
  };
  const auto last = std::find_if(logged_choices_.rbegin(), logged_choices_.rend(), is_earlier_choice_of_program);
  if (last == logged_choices_.rend() || last->has_no_result_yet() || last->site != choice.site) return false;
  if (last->kind != wait && (last->kind != test || last->taken == 0)) return false;
  const std::size_t behind = last->kind == wait ? last->taken + 1 : last->taken;
  return behind < last->candidate_requests.size() &&
         std::ranges::equal(choice.candidate_requests, std::span(last->candidate_requests).subspan(behind));
}

/// Adds to the log a test of one or several requests, as a choice of the program.
std::optional<ObstacleToLogging> NodeLog::log_test(NodeId node, std::span<Request* const> requests,
                                                   const Instruction& test) {
  const bool tests_all = test.kind == Instruction::Kind::test_all;
  // Only a test of one request leaves the request that it finds complete to a later wait.
  does_last_test_end_requests_ = !tests_all && test.call_of_program != WaitingCall::test;
  add_call(does_last_test_end_requests_ ? LoggedCall::Kind::wait : LoggedCall::Kind::test_or_probe);
  LoggedChoice& choice = add_choice(node, tests_all ? LoggedChoice::Kind::test_all : LoggedChoice::Kind::test);
  choice.site = test.site;
  requests_of_last_wait_or_test_.assign(requests.begin(), requests.end());
  for (const Request* request : requests) {
    if (!open_requests_.contains(request) && !is_buffered(*request)) return "tests something twice";
    choice.candidate_requests.push_back(&logged_or_new_request(*request));
  }
  choice.finds_further_request =
      test.call_of_program == WaitingCall::test_some && does_choice_continue_previous_choice(choice);
  return std::nullopt;
}

/// Logs that the last logged call, which is the test or probe `look`, has found nothing.
void NodeLog::note_last_call_found_nothing(const LoggedChoice& look) {
  constexpr std::size_t kMost = 64;  // large enough for all tests in one loop of a program
  calls_.back().kind = LoggedCall::Kind::test_or_probe;
  last_unsuccessful_poll_ = size() - 1;
  if (!look.repeats_unsuccessful_poll && !look.finds_further_request && unsuccessful_polls_.size() < kMost)
    unsuccessful_polls_.push_back(&look);
}

std::optional<ObstacleToLogging> NodeLog::log_result_of_test_or_probe(std::uint32_t what) {
  if (std::exchange(awaits_collective_progress_test_result_, false)) return log_wait_for_completed_requests();
  if (poll_without_result_ && poll_without_result_->belongs_to_waiting_probe) {
    log_result_of_waiting_probe(what);
    return std::nullopt;
  }
  LoggedChoice& choice = logged_choices_.back();
  if (choice.kind == LoggedChoice::Kind::wait) {  // the choice is that of a test that the node repeats until it finds
                                                  // something
    if (what == 0) return std::nullopt;
    poll_without_result_.reset();
    return log_end_of_wait_any(what - 1);
  }
  poll_without_result_.reset();
  choice.taken = what;
  const bool follows = last_unsuccessful_poll_ != LoggedRequest::kNever && last_unsuccessful_poll_ + 1 == size() - 1;
  if (!follows) unsuccessful_polls_.clear();
  choice.repeats_unsuccessful_poll = std::ranges::any_of(
      unsuccessful_polls_, [&](const LoggedChoice* each) { return are_equivalent_polls(*each, choice); });
  if (what == 0) {
    note_last_call_found_nothing(choice);
    return std::nullopt;
  }
  if (choice.kind == LoggedChoice::Kind::try_probe) {
    choice.candidate_requests.front()->peer = NodeId{what - 1};
    note_request_found_by_last_call(*choice.candidate_requests.front());
    note_taken_message();
    return std::nullopt;
  }
  LoggedRequest* logged = nullptr;
  for (std::size_t i = 0; i < choice.candidate_requests.size(); ++i) {
    if (choice.kind == LoggedChoice::Kind::test && i != what - 1) continue;
    if (!does_last_test_end_requests_) {
      note_request_found_by_last_call(*choice.candidate_requests[i]);
    } else if (auto obstacle = log_end_of_request(*requests_of_last_wait_or_test_[i], logged)) {
      return obstacle;
    }
  }
  return std::nullopt;
}

LoggedChoice* NodeLog::last_choice() noexcept {
  return logged_choices_.empty() || logged_choices_.back().choosing_call + 1 != size() ? nullptr
                                                                                       : &logged_choices_.back();
}

void NodeLog::set_call_site_of_last_choice(CallSite site) noexcept {
  if (LoggedChoice* const choice = last_choice(); choice != nullptr && site != CallSite{}) choice->site = site;
}

void NodeLog::log_found_message(NodeId source) {
  note_taken_message();
  LoggedChoice* const choice = last_choice();
  if (choice == nullptr || choice->kind != LoggedChoice::Kind::probe) return;
  choice->taken = index(source);
  choice->candidate_requests.front()->peer = source;
}

std::optional<ObstacleToLogging> NodeLog::log_end_of_wait_any(std::uint32_t which) {
  LoggedRequest* logged = nullptr;
  if (LoggedChoice* const choice = last_choice()) choice->taken = which;
  return log_end_of_request(*requests_of_last_wait_or_test_[which], logged);
}

void NodeLog::log_progress_wait(std::span<Request* const> requests) {
  add_call(LoggedCall::Kind::wait);
  requests_of_last_wait_or_test_.assign(requests.begin(), requests.end());
}

void NodeLog::log_progress_test(std::span<Request* const> requests, CallSite site) {
  requests_of_last_wait_or_test_.assign(requests.begin(), requests.end());
  awaits_collective_progress_test_result_ = true;
  last_poll_site_ = site;
}

/// Logs that the program has waited for those requests that its last look at several requests found complete.
std::optional<ObstacleToLogging> NodeLog::log_wait_for_completed_requests() {
  const auto is_done = [](const Request* request) { return request->complete && !is_buffered(*request); };
  if (std::ranges::none_of(requests_of_last_wait_or_test_, is_done)) return std::nullopt;
  add_call(LoggedCall::Kind::wait);
  LoggedRequest* logged = nullptr;
  bool are_all_of_collectives = true;
  for (const Request* request : requests_of_last_wait_or_test_) {
    if (!is_done(request)) continue;
    if (auto obstacle = log_end_of_request(*request, logged)) return obstacle;
    are_all_of_collectives &= logged != nullptr && logged->posted_collective != nullptr;
  }
  if (are_all_of_collectives) ignore_last_call_between_polls();
  return std::nullopt;
}

/// Logs that the node cancels a request. A receive that no message can match is certain to be cancelled
/// (one_order.hpp).
std::optional<ObstacleToLogging> NodeLog::log_cancel(const Request& request) {
  const auto found = open_requests_.find(&request);
  if (request.kind != Request::Kind::receive || found == open_requests_.end())
    return text_of_obstacle(Instruction::Kind::cancel);
  add_call(LoggedCall::Kind::test_or_probe);
  found->second->cancelling_call = size() - 1;
  receives_to_cancel_.push_back(found->second);
  return std::nullopt;
}

void NodeLog::note_cancelled(const Request& receive) {
  unmatched_receives_.erase(&receive);
  if (const auto found = open_requests_.find(&receive); found != open_requests_.end())
    found->second->is_cancelled = true;
}

void NodeLog::log_completion(const Request& request) {
  if (request.kind == Request::Kind::receive && request.cancelled) return note_cancelled(request);
  if (const auto sent = open_requests_.find(&request);
      sent != open_requests_.end() && request.kind == Request::Kind::send)
    sent->second->has_data_changed = data_hash_of(request) != sent->second->data_hash;
  const auto found = unmatched_receives_.find(&request);
  if (found == unmatched_receives_.end()) return;
  LoggedChoice& choice = *found->second;
  choice.taken = index(request.peer);
  choice.candidate_requests.front()->peer = request.peer;
  unmatched_receives_.erase(found);
}

std::optional<ObstacleToLogging> NodeLog::log_collective(const CollectiveCall& call) {
  if (auto obstacle = obstacle_from_shared_buffer(call.data, true)) return obstacle;
  add_call(LoggedCall::Kind::machine_collective);
  return std::nullopt;
}

// --- ProgramLog: the log of all nodes --------------------------------------------------------------------------------

namespace {

bool belongs_to_ongoing_communication(const Request& request) {
  return request.context == Context::collectives ||
         static_cast<std::uint16_t>(request.context) >= kBackgroundContextOffset;
}

bool does_any_request_belong_to_service(std::span<Request* const> requests) {
  return std::ranges::any_of(requests, [](const Request* each) { return is_message_to_service(*each); });
}

/// Returns whether all requests belong to the runtime: to collectives, services and other communication that progresses
/// during other calls, or to buffered sends, whose completion only frees buffer memory. Which of these requests
/// completes first is visible to a program only through its choices. Requests of services and of the program never
/// occur together.
bool do_all_requests_belong_to_runtime(std::span<Request* const> requests) {
  return does_any_request_belong_to_service(requests) || std::ranges::all_of(requests, [](const Request* each) {
           return is_buffered(*each) || belongs_to_ongoing_communication(*each);
         });
}

/// Returns whether the runtime, not the program, waits for any of several requests, in order to
/// let a collective progress while the program waits for something else.
bool is_runtime_wait_for_collectives(const Instruction& wait) noexcept {
  return wait.call_of_program != WaitingCall::wait_any && wait.call_of_program != WaitingCall::wait_some;
}

/// Logs a test by which a program lets the services of its node (which serve requests of other nodes) progress. The
/// program ignores the result, so that the test is not a choice. The actions of the services are logged separately.
std::optional<ObstacleToLogging> log_test_that_lets_services_progress(NodeLog& log, CallSite site) {
  log.log_progress_wait({});
  log.log_progress_test({}, site);
  return std::nullopt;
}

/// Logs an instruction, such as a test or probe, that is recorded only if the log records all choices. Returns an
/// obstacle if the instruction may depend on the order of events in a way that is not recorded as a choice.
std::optional<ObstacleToLogging> log_test_or_probe(NodeLog& log, NodeId node, const Instruction& instruction) {
  const auto requests = [&] { return std::span<Request* const>(instruction.requests, instruction.count); };
  if (instruction.is_repeated &&
      !(instruction.kind != Instruction::Kind::probe && does_any_request_belong_to_service(requests())))
    log.begin_repeated_poll(false);
  switch (instruction.kind) {
    case Instruction::Kind::probe:
      if (instruction.belongs_to_waiting_probe()) {
        log.log_poll_of_waiting_probe(*instruction.request);
      } else {
        log.log_nonblocking_probe(*instruction.request);
      }
      return std::nullopt;
    case Instruction::Kind::wait_any:
      log.log_progress_wait(requests());
      return std::nullopt;
    case Instruction::Kind::wait_some:
      return log.wait_any(node, requests());
    case Instruction::Kind::test_any:
      if (!is_runtime_wait_for_collectives(instruction)) return log.wait_any(node, requests());
      return log.log_test(node, requests(), instruction);
    case Instruction::Kind::test_all:
      if (does_any_request_belong_to_service(requests()))
        return log_test_that_lets_services_progress(log, instruction.site);
      return log.log_test(node, requests(), instruction);
    case Instruction::Kind::count_complete_requests:
      if (!do_all_requests_belong_to_runtime(requests())) return text_of_obstacle(instruction.kind);
      log.log_progress_test(requests(), instruction.site);
      return std::nullopt;
    default:
      return text_of_obstacle(instruction.kind);
  }
}

/// Logs an instruction that a node program gives to the engine. Returns an obstacle if the instruction may depend on
/// the order of events in a way that the log does not record as a choice.
std::optional<ObstacleToLogging> log_instruction(NodeLog& log, NodeId node, const Instruction& instruction,
                                                 bool all_choices) {
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return log.log_posted_request(*instruction.request);
    case Instruction::Kind::wait_one:
      return log.log_wait(std::span(&instruction.request, 1));
    case Instruction::Kind::wait_all:
      return log.log_wait({instruction.requests, instruction.count});
    case Instruction::Kind::wait_any:
      if (all_choices && is_runtime_wait_for_collectives(instruction)) return log_test_or_probe(log, node, instruction);
      return log.wait_any(node, {instruction.requests, instruction.count});
    case Instruction::Kind::cancel:
      return log.log_cancel(*instruction.request);
    case Instruction::Kind::collective:
      if (instruction.count > 0) return "is in a collective while another one goes on";
      return log.log_collective(*instruction.collective_call);
    case Instruction::Kind::compute:
    case Instruction::Kind::compute_with_real_work_on_host:
    // The instructions compare_collective and invoke_callback compare the nodes' calls of collectives or make groups,
    // with the same result in all orders of events.
    case Instruction::Kind::compare_collective:
    case Instruction::Kind::invoke_callback:
    case Instruction::Kind::finish:
      return std::nullopt;
    case Instruction::Kind::note_posted_collective:
      log.log_posted_collective(*instruction.posted_collective, instruction.stage);
      return std::nullopt;
    case Instruction::Kind::add_trace_mark_of_node:
      log.add_state_mark_to_log(instruction.label);
      return std::nullopt;
    case Instruction::Kind::fail:
      return all_choices ? std::nullopt : std::optional<ObstacleToLogging>(text_of_obstacle(instruction.kind));
    default:
      return all_choices ? log_test_or_probe(log, node, instruction)
                         : std::optional<ObstacleToLogging>(text_of_obstacle(instruction.kind));
  }
}

CallSite call_site_of(const Instruction& instruction) noexcept {
  return instruction.kind == Instruction::Kind::post ? instruction.request->site : instruction.site;
}

}  // namespace

bool is_buffered(const Request& request) noexcept {
  return request.kind == Request::Kind::send && (request.is_copy || has_own_memory(request.mode));
}

void NodeLog::add_state_mark_to_log(const char* mark) {
  if (mark == kMarkLabelOfSyncCollectiveBegin) first_call_of_synchronising_collective_ = size();
  if (mark == kMarkLabelOfSyncCollectiveEnd)
    synchronising_collectives_.push_back(
        {first_call_of_synchronising_collective_, size(), next_calls_after_recorded_states_.size()});
  if (mark == kMarkLabelOfRecordedState) next_calls_after_recorded_states_.push_back(size());
  if (mark == kMarkLabelOfChangeOutsideRecordedState) next_calls_after_unrecorded_changes_.push_back(size());
}

void NodeLog::clear() noexcept {
  synchronising_collectives_.clear();
  first_call_of_synchronising_collective_ = 0;
  next_calls_after_recorded_states_.clear();
  next_calls_after_unrecorded_changes_.clear();
  does_last_test_end_requests_ = awaits_collective_progress_test_result_ = false;
  poll_without_result_.reset();
  last_unsuccessful_poll_ = LoggedRequest::kNever;
  unsuccessful_polls_.clear();
  calls_.clear();
  requests_of_calls_.clear();
  requests_.clear();
  open_requests_.clear();
  posted_collectives_.clear();
  has_posted_collectives_ = false;
  logged_choices_.clear();
  program_choice_count_ = 0;
  choice_counts_by_service_.clear();
  receives_to_cancel_.clear();
  unmatched_receives_.clear();
  requests_of_last_wait_or_test_.clear();
  matched_probe_ = nullptr;
  matched_probes_by_message_.clear();
}

void ProgramLog::clear() noexcept {
  for (NodeLog& node : node_logs_) node.clear();
  logging_obstacle_text_.reset();
  defect_.reset();
  run_count_ = 0;
  has_read_clock_ = false;
}

void ProgramLog::begin_run() {
  if (++run_count_ > 1) logging_obstacle_text_ = "there is more than one run";
}

void ProgramLog::note_impossible_choice(const LoggedChoice& choice) {
  record_logging_obstacle_of_node(
      choice.node, ObstacleToLogging("waits for, or tests, other requests than in a run with the same choices"),
      choice.site);
}

void ProgramLog::record_logging_obstacle_of_node(NodeId node, const std::optional<ObstacleToLogging>& obstacle,
                                                 CallSite site) {
  if (!obstacle) return;
  logging_obstacle_text_ = fmt::format("node {} {} ({})", index(node), obstacle->text, call_site_text(site));
  if (!obstacle->defect) return;
  is_defect_in_named_call_ = !site.called_function_name_or_default("").empty();
  defect_ = Defect{.kind = *obstacle->defect, .text = *logging_obstacle_text_};
  defect_->calls.push_back({node, std::string(site.called_function_name_or_default("call")), site});
}

void ProgramLog::add_instruction(NodeId node, const Instruction& instruction) {
  if (logging_obstacle_text_) return;
  const CallSite site = call_site_of(instruction);
  // A test that is one step of a waiting probe is not logged, because it only lets time pass.
  if (instruction.belongs_to_waiting_probe() && instruction.kind == Instruction::Kind::test_any && logs_all_choices_)
    return;
  NodeLog& log = node_logs_[index(node)];
  log.remove_unsuccessful_poll();
  const std::uint32_t calls = log.size();
  record_logging_obstacle_of_node(node, log_instruction(log, node, instruction, logs_all_choices_), site);
  if (log.size() > calls)
    log.set_call_site_of_last_choice(site);  // the condition holds if the instruction was logged as a call;
                                             // otherwise the last choice belongs to an earlier call
}

void ProgramLog::log_chosen_request(NodeId node, std::uint32_t which) {
  if (logging_obstacle_text_) return;
  NodeLog& log = node_logs_[index(node)];
  const CallSite site = log.request_of_last_wait_or_test(which).site;
  record_logging_obstacle_of_node(node, log.log_end_of_wait_any(which), site);
}

void ProgramLog::log_completion(const Request& request) {
  if (!logging_obstacle_text_) node_logs_[index(request.owner)].log_completion(request);
}

void ProgramLog::log_call_result(NodeId node, std::uint32_t what) {
  if (logging_obstacle_text_) return;
  NodeLog& log = node_logs_[index(node)];
  const CallSite site = log.site_of_next_logged_result();
  record_logging_obstacle_of_node(node, log.log_result_of_test_or_probe(what), site);
}

void ProgramLog::log_found_message_source(NodeId node, NodeId source) {
  if (!logging_obstacle_text_) node_logs_[index(node)].log_found_message(source);
}

std::optional<std::string> ProgramLog::obstacle_to_partial_order() const {
  if (!logging_obstacle_text_ && has_read_clock_) return "a program looks at its clock";
  const auto open = std::ranges::find_if(node_logs_, &NodeLog::has_unmatched_receive);
  if (!logging_obstacle_text_ && open != node_logs_.end()) {
    return fmt::format("node {} ends without the message of a receive from any node", open - node_logs_.begin());
  }
  return logging_obstacle_text_;
}

bool ProgramLog::has_posted_collectives() const noexcept {
  return std::ranges::any_of(node_logs_, &NodeLog::has_posted_collectives);
}

bool ProgramLog::has_choices() const noexcept {
  return std::ranges::any_of(node_logs_, [](const NodeLog& log) { return !log.choices().empty(); });
}

}  // namespace switchyard
