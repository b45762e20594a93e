#include "runtime/clock/wall/wall_clock.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <system_error>

#include "runtime/error.hpp"
#include "runtime/pause.hpp"

namespace switchyard {
namespace {

/// The largest number of calls that a node makes without waiting for the engine. After this number of calls the node
/// waits until the engine has executed all of them.
constexpr std::uint32_t kMostCallsWithoutWait = 32;
static_assert(kMostCallsWithoutWait < Processor::kStreamCapacity);

/// The typical delay between the time for which a timer is set and the time at which it wakes its thread. If a core is
/// free, the pacer sets its timer earlier by this delay, and spins for the rest of the wait.
constexpr std::chrono::microseconds kTimerLateness{80};

}  // namespace

/// The state of one node under the clock wall. The flag `is_in_list_of_nodes_with_new_calls` says that the node is in
/// the list of nodes whose calls the pacer, the thread that runs the engine, has to take. The node sets the flag and
/// then puts itself into the list; the pacer clears the flag and then takes the calls. Both use an atomic exchange: if
/// both act at once, the second one sees what the first one did before.
struct alignas(kCacheLine) WallClockSession::WallClockNode {
  explicit WallClockNode(NodeId node) : id(node) {}

  const NodeId id;
  std::atomic<bool> is_in_list_of_nodes_with_new_calls{false};
  WallClockNode* next_listed_node =
      nullptr;  ///< the next node in the list of nodes with new calls; only the thread
                ///< that last changed `is_in_list_of_nodes_with_new_calls` may access this pointer
  boost::lockfree::spsc_queue<QueuedCall, boost::lockfree::capacity<kMostCallsWithoutWait + 2>> queued_calls;
  // The members from `call_count_since_last_wait` to `staged_buffers` are used only by the node itself.
  std::uint32_t call_count_since_last_wait = 0;  ///< number of calls that the node has made since it last waited for
                                                 ///< the engine
  std::vector<Duration> lateness_of_waits;  ///< for each wait of the node, how late the node was woken, in host time;
                                            ///< read after the run
  std::exception_ptr program_error;
  std::unordered_map<const Request*, StagedBuffer> staged_buffers;
  // Only the pacer, the thread that runs the engine, uses the members waits_for_engine and has_reached_first_wait.
  bool waits_for_engine = false;
  bool has_reached_first_wait = false;  ///< whether the node has made its first call that waits for the engine, so that
                                        ///< the clock may start
};

WallClockSession::WallClockSession(const MachineModel& machine, const Engine::Options& options, const PaceOptions& pace,
                                   Executor& executor)
    : EngineSession(machine, options),
      executor_(executor),
      pace_options_(pace),
      core_count_(std::thread::hardware_concurrency()),
      running_node_count_(machine.node_count()) {
  if (!std::isfinite(pace.dilation) || pace.dilation < 1) throw UsageError("the dilation must be at least 1");
  wall_clock_nodes_.reserve(machine.node_count());
  for (std::uint32_t i = 0; i < machine.node_count(); ++i)
    wall_clock_nodes_.push_back(std::make_unique<WallClockNode>(NodeId{i}));
  try {
    pacer_thread_ = std::thread([this] { this->run_pacer_thread(); });
  } catch (const std::system_error& error) {
    throw HostError(std::string("the host has no room for the thread of the clock wall (") + error.what() + ")");
  }
}

WallClockSession::~WallClockSession() { wait_until_network_is_empty(); }

void WallClockSession::wait_until_network_is_empty() {
  if (pacer_thread_.joinable()) pacer_thread_.join();
}

// --- how virtual time and host time are converted into each other ----------------------------------------------------

VirtualTime WallClockSession::virtual_now() const noexcept {
  const HostTime::rep start = clock_start_.load();
  if (start == 0) return {};
  const auto elapsed = std::chrono::steady_clock::now().time_since_epoch().count() - start;
  return VirtualTime{Duration{static_cast<Duration::rep>(static_cast<double>(elapsed) / pace_options_.dilation)}};
}

WallClockSession::HostTime WallClockSession::host_time_of(VirtualTime at) const noexcept {
  const double dilated = std::ceil(static_cast<double>(at.time_since_epoch().count()) * pace_options_.dilation);
  return HostTime{HostTime::duration{clock_start_.load() + static_cast<HostTime::rep>(dilated)}};
}

// --- functions that run on the threads of nodes ----------------------------------------------------------------------

void WallClockSession::throw_if_stopped() const {
  if (is_stopped_.load()) throw RunStopped{};
}

void WallClockSession::queue_call(NodeId node, const Instruction& instruction, NextAction then) {
  throw_if_stopped();
  WallClockNode& me = wall_clock_node_of(node);
  if (++me.call_count_since_last_wait > kMostCallsWithoutWait && then == NextAction::continue_program)
    then = NextAction::wait_for_engine;
  me.queued_calls.push(QueuedCall{instruction, virtual_now(), node, then});
  announce_new_calls_of(me);
  if (then == NextAction::wait_for_engine) wait_for_queued_calls(me);
}

void WallClockSession::announce_new_calls_of(WallClockNode& from) noexcept {
  if (from.is_in_list_of_nodes_with_new_calls.exchange(true)) return;
  from.next_listed_node = nodes_with_new_calls_.load();
  while (!nodes_with_new_calls_.compare_exchange_weak(from.next_listed_node, &from)) {
  }
  engine_thread_wake_signal_.unpark();
}

void WallClockSession::wait_for_queued_calls(WallClockNode& me) {
  me.call_count_since_last_wait = 0;
  executor_.park(me.id);
  throw_if_stopped();
  const auto late = std::chrono::steady_clock::now() - host_time_of(engine_.processor(me.id).local_time);
  me.lateness_of_waits.push_back(std::max<Duration>(late, Duration::zero()));
}

/// Gives a request memory of the session in place of the program's buffer, which may go away at any time. The data of a
/// send is copied into this memory.
void WallClockSession::replace_buffer_by_session_copy(Request& request) {
  if (request.bytes == 0) return;
  StagedBuffer staged{request.data, request.bytes, std::make_unique_for_overwrite<std::byte[]>(request.bytes)};
  if (request.kind == Request::Kind::send) std::memcpy(staged.data.get(), request.data, request.bytes);
  request.data = staged.data.get();
  wall_clock_node_of(request.owner).staged_buffers.insert_or_assign(&request, std::move(staged));
}

/// Gives a request its program's buffer back: copies received data from the session's memory into this buffer, and
/// frees the session's memory.
void WallClockSession::restore_buffer_of_program(Request& request) {
  auto& all = wall_clock_node_of(request.owner).staged_buffers;
  const auto staged = all.find(&request);
  if (staged == all.end()) return;
  request.data = staged->second.buffer;
  const std::uint64_t fit = std::min(request.bytes, staged->second.buffer_bytes);
  const bool has_data = request.kind == Request::Kind::receive && !request.cancelled && fit > 0;
  if (has_data) std::memcpy(request.data, staged->second.data.get(), fit);
  all.erase(staged);
}

void WallClockSession::post(Request& request) {
  replace_buffer_by_session_copy(request);
  const NextAction then =
      request.kind == Request::Kind::send ? NextAction::wait_for_engine : NextAction::continue_program;
  queue_call(request.owner, Instruction::make_instruction(Instruction::Kind::post, request), then);
}

void WallClockSession::order_later_calls_after_requests(NodeId node, std::span<Request* const> requests,
                                                        WaitSite where) {
  wait_all(node, requests, where);
}

void WallClockSession::wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) {
  queue_call(node, Instruction::make_wait_instruction(Instruction::Kind::wait_all, requests, where),
             NextAction::wait_for_engine);
  for (Request* request : requests) restore_buffer_of_program(*request);
}

std::uint32_t WallClockSession::execute_and_wait(NodeId node, const Instruction& instruction) {
  queue_call(node, instruction, NextAction::wait_for_engine);
  return engine_.processor(node).call_result;
}

void WallClockSession::compute(NodeId node, Duration cost, CallSite site) {
  queue_call(node, Instruction::make_timed_instruction(Instruction::Kind::compute, cost, site),
             NextAction::wait_for_engine);
}

/// Begins real work (computing on the host) inside a compute call. If the clock has not started yet, the node first
/// waits until it starts.
void WallClockSession::begin_work_on_host(NodeId node, Duration cost, CallSite site) {
  if (clock_start_.load() == 0) compute(node, Duration::zero(), site);
  queue_call(node, Instruction::make_timed_instruction(Instruction::Kind::compute, cost, site),
             NextAction::do_real_work);
}

/// Ends real work (computing on the host) inside a compute call. If the work took longer than its cost in virtual time,
/// the node's later calls are late by the difference.
void WallClockSession::end_work_on_host(NodeId node) {
  queue_call(node, Instruction::make_timed_instruction(Instruction::Kind::compute, Duration::zero(), {}),
             NextAction::wait_for_engine);
}

VirtualTime WallClockSession::now(NodeId node) {
  throw_if_stopped();
  engine_.processor(node).has_read_clock = true;
  return virtual_now();
}

bool WallClockSession::take_part_in_collective(NodeId node, const CollectiveCall& collective, CallSite site) {
  return execute_and_wait(node, Instruction::make_instruction(Instruction::Kind::collective, collective, site)) == 1;
}

namespace {

[[noreturn]] void refuse_active_messages() {
  throw UsageError("the clock wall does not carry active messages; use virtual or off");
}

}  // namespace

void WallClockSession::send_active_message(const Packet& /*packet*/) { refuse_active_messages(); }
bool WallClockSession::poll(NodeId /*node*/, std::span<Request* const> /*watched*/, CallSite /*site*/) {
  refuse_active_messages();
}
bool WallClockSession::poll_until(NodeId /*node*/, const PollCondition& /*condition*/, CallSite /*site*/) {
  refuse_active_messages();
}
ActiveMessageState& WallClockSession::active_message_state_of(NodeId /*node*/) { refuse_active_messages(); }

void WallClockSession::record_mark(NodeId node, const char* label) {
  Instruction instruction(Instruction::Kind::add_trace_mark_of_node);
  instruction.label = label;
  queue_call(node, instruction, NextAction::continue_program);
}

void WallClockSession::finish(NodeId node) {
  queue_call(node, Instruction(Instruction::Kind::finish), NextAction::end_program);
}

/// Ends the run because the program of `node` has thrown an exception. Returns only when the engine has stopped for
/// good, because the node's requests are destroyed afterwards.
void WallClockSession::fail(NodeId node, std::exception_ptr error) {
  WallClockNode& me = wall_clock_node_of(node);
  me.program_error = std::move(error);
  Instruction instruction(Instruction::Kind::fail);
  instruction.error = &me.program_error;
  queue_call(node, instruction, NextAction::wait_for_engine);
}

// --- functions that run on the thread of the pacer, which runs the engine --------------------------------------------

void WallClockSession::run_pacer_thread() noexcept {
  ::prctl(PR_SET_TIMERSLACK, 1UL);  // sets a timer slack of 1 ns, because the default of 50 us is as long as one stage
                                    // of a message
  try {
    wait_for_first_call_of_each_node();
    while (execute_due_events_then_sleep()) {
    }
  } catch (...) {  // for example std::bad_alloc, if there is no memory for an event
    engine_.end_run_with_error(std::current_exception());
  }
  if (engine_.error()) stop_all_nodes();
}

void WallClockSession::wait_for_first_call_of_each_node() {
  std::size_t come = 0;
  for (std::size_t looked_at = 0; come < wall_clock_nodes_.size();) {
    collect_new_calls();
    for (; looked_at < taken_calls_.size(); ++looked_at) {
      const QueuedCall& made = taken_calls_[looked_at];
      bool& has_reached_first_wait = wall_clock_node_of(made.node).has_reached_first_wait;
      if (made.next_action == NextAction::continue_program || std::exchange(has_reached_first_wait, true)) continue;
      ++come;
    }
    if (has_reached_host_limit()) return;
    if (come < wall_clock_nodes_.size()) engine_thread_wake_signal_.park();
  }
  clock_start_.store(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Executes the new calls of nodes and the events that are due, and then sleeps until an event is due or a node makes a
/// call. Returns false if the run is over.
bool WallClockSession::execute_due_events_then_sleep() {
  if (has_reached_host_limit())
    engine_.end_run_with_error(std::make_exception_ptr(UnfinishedError("the run has expired")));
  collect_new_calls();
  for (const QueuedCall& made : taken_calls_) {
    execute_events_until(made.call_time);
    pass_call_to_engine(made);
    if (engine_.error()) return false;
  }
  taken_calls_.clear();
  execute_events_until(ended_program_count_ == wall_clock_nodes_.size() ? VirtualTime::max() : virtual_now());
  if (engine_.error()) return false;
  if (running_node_count_ == 0 && !engine_.next_event_time())
    return engine_.decide_how_idle_run_continues(virtual_now()) == Engine::EngineProgress::waiting_for_node_programs;
  sleep_until_next_event();
  return true;
}

/// Moves the calls that nodes have made into `taken_calls_`, and sorts these by time.
void WallClockSession::collect_new_calls() {
  for (WallClockNode* next = nodes_with_new_calls_.exchange(nullptr); next != nullptr;) {
    WallClockNode& from = *std::exchange(next, next->next_listed_node);
    from.is_in_list_of_nodes_with_new_calls.exchange(false);
    from.queued_calls.consume_all([this](const QueuedCall& made) { taken_calls_.push_back(made); });
  }
  std::ranges::stable_sort(taken_calls_, {}, &QueuedCall::call_time);
}

void WallClockSession::pass_call_to_engine(const QueuedCall& made) {
  if (made.instruction.kind == Instruction::Kind::fail) return engine_.end_run_with_error(*made.instruction.error);
  WallClockNode& from = wall_clock_node_of(made.node);
  if (made.next_action == NextAction::wait_for_engine || made.next_action == NextAction::end_program)
    --running_node_count_;
  if (made.next_action == NextAction::wait_for_engine) from.waits_for_engine = true;
  if (made.next_action == NextAction::end_program) ++ended_program_count_;
  engine_.processor(made.node).instruction_stream.push(made.instruction);
  engine_.execute_new_instructions(made.node, made.call_time);
  wake_nodes_with_results();
}

void WallClockSession::execute_events_until(VirtualTime limit) {
  while (engine_.advance_until(limit)) wake_nodes_with_results();
}

/// Wakes the nodes that wait for the engine and whose calls it has now executed.
void WallClockSession::wake_nodes_with_results() {
  for (const NodeId node : engine_.ready_nodes()) {
    if (!std::exchange(wall_clock_node_of(node).waits_for_engine, false)) continue;
    ++running_node_count_;
    executor_.unpark(node);
  }
}

/// Lets the pacer, the thread that runs the engine, sleep until the next event is due, or until a
/// node makes a call. The pacer spins for the last kTimerLateness of the wait if that takes no core
/// from a node.
void WallClockSession::sleep_until_next_event() {
  const auto next = engine_.next_event_time();
  if (!next) return engine_thread_wake_signal_.park();
  const HostTime end = host_time_of(*next);
  const bool has_core = running_node_count_ < core_count_;
  if (engine_thread_wake_signal_.park_until(has_core ? end - kTimerLateness : end) || !has_core) return;
  while (!engine_thread_wake_signal_.has_token() && std::chrono::steady_clock::now() < end) relax_processor();
}

void WallClockSession::stop_all_nodes() {
  is_stopped_.store(true);
  for (const auto& each : wall_clock_nodes_) executor_.unpark(each->id);
}

// --- the report on a run ---------------------------------------------------------------------------------------------

PaceReport WallClockSession::wall_clock_pace_report() const {
  std::vector<Duration> all;
  for (const auto& each : wall_clock_nodes_)
    all.insert(all.end(), each->lateness_of_waits.begin(), each->lateness_of_waits.end());
  std::ranges::sort(all);
  PaceReport report{.dilation = pace_options_.dilation, .tolerance = pace_options_.tolerance, .deadlines = all.size()};
  if (all.empty()) return report;
  const Duration allowed{
      static_cast<Duration::rep>(static_cast<double>(pace_options_.tolerance.count()) * pace_options_.dilation)};
  report.missed = static_cast<std::uint64_t>(all.end() - std::ranges::upper_bound(all, allowed));
  report.late_median = all[all.size() / 2];
  report.late_99 = all[std::min(all.size() - 1, all.size() * 99 / 100)];
  report.late_max = all.back();
  return report;
}

}  // namespace switchyard
