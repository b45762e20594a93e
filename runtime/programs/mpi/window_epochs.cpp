/// \file window_epochs.cpp
/// MPI's functions that begin and end the epochs in which a window may be accessed.
///
/// Source: MPI 3.1, sec. 11.5.
///
/// A call that ends an epoch waits until the accesses of the epoch are done at their targets.
/// Assertions of the program are trusted where that saves messages: no message asks for a lock
/// that nobody can conflict with (MPI_MODE_NOCHECK).

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "runtime/group.hpp"
#include "runtime/group/elements.hpp"
#include "runtime/programs/mpi/groups.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

using Kind = WindowRequest::Kind;

void check_assertion(int assertion) {
  constexpr int kAll = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
  if ((assertion & ~kAll) != 0) fail(MPI_ERR_ASSERT, "assert {} has bits without a meaning", assertion);
}

bool holds_any_lock(const Window& window) { return window.holds_lock_of_all || !window.locks.empty(); }

std::vector<int> all_ranks(const Window& window) {
  std::vector<int> ranks;
  for (int rank = 0; rank < window.comm->size(); ++rank) ranks.push_back(rank);
  return ranks;
}

/// Closes the epoch that a fence has opened. Fails if the window was accessed since the fence:
/// only another fence can end the epoch then.
void close_fence_epoch(Window& window) {
  if (window.fence_state == Window::FenceState::open_with_accesses)
    fail(MPI_ERR_RMA_SYNC, "the window was accessed after a fence; another fence has to end that epoch");
  window.fence_state = Window::FenceState::closed;
}

/// Notes, if the run looks for defects, that the node has just ended an epoch in which its memory was exposed.
void note_window_synchronisation(Call& call, Window& window) {
  if (call.state.history) window.synchronisation_event = call.state.history->event_order.count_event(call.node.id());
}

/// Notes a defect if the program promises by MPI_MODE_NOSTORE that it has not stored to its memory in the window since
/// the last synchronisation, but it has.
void check_nostore_assertion(Call& call, const Window& window, int assertion) {
  if (!call.state.history || (assertion & MPI_MODE_NOSTORE) == 0 || window.synchronisation_event == 0) return;
  const auto store = call.state.history->windows.find_program_store(name_of(window), window.comm->rank(),
                                                                    call.node.id(), window.synchronisation_event);
  if (!store) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::epoch_lifecycle, call.site,
      "MPI_MODE_NOSTORE says that the program has not stored to its memory in the window since the "
      "last synchronisation, but it has",
      {}, {defect_call_of_access(*store)});
}

/// Returns the arguments of a fence that must be equal on all members: whether certain assertions are given.
ComparedCollectiveCall compared_call_of_fence(int assertion) {
  const auto text = [&](int bit) { return (assertion & bit) != 0 ? "given" : "not given"; };
  ComparedCollectiveCall compared;
  compared.arguments_equal_on_all = {{"MPI_MODE_NOPRECEDE", text(MPI_MODE_NOPRECEDE)},
                                     {"MPI_MODE_NOSUCCEED", text(MPI_MODE_NOSUCCEED)}};
  compared.defect_of_argument_mismatch = DefectClass::epoch_lifecycle;
  return compared;
}

/// Sends a message without data, as a signal, to the member with the rank `rank`.
Handle send_empty_message(Call& call, const Window& window, int rank, Tag tag) {
  return call.node.post_send(
      window.comm->node_at(rank), {},
      {.tag = tag, .protocol = WindowService::kOneSidedProtocol, .context = window.comm->context()}, call.site);
}

Handle post_receive_of_epoch_notification(Call& call, const Window& window, int rank, Tag tag) {
  return call.node.post_receive(window.comm->node_at(rank), {}, TagSelector(tag, window.comm->context()), call.site);
}

/// Tells all other members that they may access this node's memory, after a fence that waits for none of them. The
/// first access to a member after the fence waits for the message of that member.
void open_epoch_without_waiting(Call& call, Window& window) {
  for (const int rank : all_ranks(window)) {
    if (rank == window.comm->rank()) continue;
    const Handle receive = post_receive_of_epoch_notification(call, window, rank, WindowService::kFenceNotificationTag);
    window.awaited_openings.push_back({.target_rank = rank, .receive = receive, .site = call.site});
    call.node.post_send_of_copy(window.comm->node_at(rank), {},
                                {.tag = WindowService::kFenceNotificationTag,
                                 .protocol = WindowService::kOneSidedProtocol,
                                 .context = window.comm->context()},
                                call.site);
  }
}

/// Ends the epoch before a fence by messages to the targets of its accesses. The answers of the targets say which
/// accesses have failed. An error is stored in `error`.
void end_epoch_by_answers(Call& call, Window& window, std::optional<CallError>& error) {
  try {
    flush_all(call, window);
  } catch (const CallError& thrown) {
    error = thrown;  // thrown by the caller, because the other members wait in the barrier
  }
  window.comm->group().barrier(call.site);
}

/// Returns how many accesses other members have made to this node's memory in the epoch before a fence. Returns nothing
/// if a member wants answers that say which accesses have failed.
std::optional<std::uint64_t> count_accesses_before_fence(Call& call, Window& window) {
  constexpr std::uint64_t kWantsAnswers = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> requests = std::exchange(window.requests_after_fence, {});
  requests.resize(window.memory_shapes.size());
  if (window.was_locked_after_fence || window.service->has_forbidden_changes_before_fence()) {
    for (std::uint64_t& count : requests) count += kWantsAnswers;
  }
  std::uint64_t sum = 0;
  window.comm->group().run(
      GroupCall::reduce_scatter(std::as_bytes(std::span(requests)), std::as_writable_bytes(std::span(&sum, 1)),
                                contiguous_blocks(std::vector<std::size_t>(requests.size(), sizeof sum)),
                                make_byte_operation<std::uint64_t>(std::plus<>(), OperandOrder::free)),
      call.site);
  return sum < kWantsAnswers ? std::optional(sum) : std::nullopt;
}

/// Ends the epoch before a fence: waits until this node has served all accesses of the epoch to its memory, the number
/// of which all members sum up, and until its own accesses have their values. A member that has passed the fence may
/// make new requests. A node that is still in the fence must serve them only after the requests of the epoch.
void end_epoch_by_counts(Call& call, Window& window, std::optional<CallError>& error) {
  window.service->defer_requests_after_fence();
  const auto accesses = count_accesses_before_fence(call, window);
  if (!accesses) {
    window.service->end_fence();
    return end_epoch_by_answers(call, window, error);
  }
  const Handle all_served = window.service->await_accesses_before_fence(*accesses, call.site);
  if (!all_served.empty()) call.node.wait(all_served, call.site);
  await_and_store_answers(call, window, all_ranks(window));
  window.accessed_targets.clear();
  window.service->end_fence();
}

/// Returns whether a fence ends its epoch by answers of the targets. This holds for a shared window, because no message
/// tells of the accesses that a program makes to it by itself; for a dynamic window, because only a target knows
/// whether an access was wrong; and in a run that looks for defects, because it orders accesses by the messages that
/// wait for them.
bool ends_epochs_by_answers(const Call& call, const Window& window) {
  return call.state.history || window.is_shared() || window.is_dynamic();
}

void fence(Call& call, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  if (const auto open = window.open_access_epoch()) fail_in_open_epoch(call, *open);
  if (const auto open = window.open_exposure_epoch()) fail_in_open_epoch(call, *open);
  if (const auto open = window.open_lock_epoch()) fail_in_open_epoch(call, *open);
  check_nostore_assertion(call, window, assertion);
  const bool is_accessed = window.fence_state == Window::FenceState::open_with_accesses;
  note_accesses_are_complete(call, window);
  const bool need_not_wait = (assertion & MPI_MODE_NOPRECEDE) != 0;
  if (call.state.history && need_not_wait) {
    call.state.history->windows.note_fence_that_need_not_wait(name_of(window), window.comm->rank(), call.node.id());
  } else if (call.state.history) {
    call.state.history->windows.note_fence(name_of(window), static_cast<std::uint32_t>(window.comm->size()));
  }
  note_collective_begin(call, *window.comm, compared_call_of_fence(assertion));
  window.service->begin_fence(++window.fence_count, (assertion & MPI_MODE_NOPUT) != 0);
  window.fence_state = (assertion & MPI_MODE_NOSUCCEED) != 0 ? Window::FenceState::closed : Window::FenceState::open;
  std::optional<CallError> error;
  if (need_not_wait && orders_only_what_it_must(call) && !is_accessed) {
    open_epoch_without_waiting(call, window);
  } else if (ends_epochs_by_answers(call, window)) {
    end_epoch_by_answers(call, window, error);
  } else {
    end_epoch_by_counts(call, window, error);
  }
  window.was_locked_after_fence = false;
  if (!need_not_wait) await_openings(call, window, all_ranks(window));
  note_collective_end(
      call, *window.comm, window.comm->last_collective_number(),
      need_not_wait ? EventsKnownAfterCollective::no_events : EventsKnownAfterCollective::events_of_all_members);
  note_window_synchronisation(call, window);
  if (error) throw CallError(*error);
  if (is_accessed && (assertion & MPI_MODE_NOPRECEDE) != 0) {
    fail(DefectClass::epoch_lifecycle, MPI_ERR_ASSERT,
         "MPI_MODE_NOPRECEDE says that this rank has made no access since the last fence, but it has");
  }
}

// --- posts and starts of epochs -------------------------------------------------------------------------------------

using EpochNotification = WindowHistory::EpochNotification;

using LockOrExposureEpoch = WindowHistory::LockOrExposureEpoch;

/// Notes, if the run looks for defects, that memory of rank `target` begins to be locked or exposed. Notes a defect if
/// it may be locked or exposed at the same time in a way that the standard forbids.
void note_begin_of_lock_or_exposure(Call& call, const Window& window, int target, LockOrExposureEpoch use) {
  if (!call.state.history) return;
  use.caller = {call.node.id(), call.site};
  const auto other = call.state.history->windows.note_lock_or_exposure_begins(name_of(window), target, use);
  if (!other) return;
  const bool is_exposure = use.kind == LockOrExposureEpoch::Kind::exposure;
  const char* const verb = is_exposure || use.kind == other->kind ? "locks" : "exposes";
  const char* const how = use.kind == other->kind ? ", where one of the two has MPI_MODE_NOCHECK" : "";
  call.process.defect_notes.note_defect(
      call.node, DefectClass::epoch_lifecycle, call.site,
      fmt::format("it {} memory of rank {} that {} {}, and nothing orders the two{}", is_exposure ? "exposes" : "locks",
                  target, other->caller.text(), verb, how),
      {other->caller});
}

void note_end_of_lock_or_exposure(Call& call, const Window& window, int target, LockOrExposureEpoch::Kind kind) {
  if (call.state.history)
    call.state.history->windows.note_lock_or_exposure_ends(name_of(window), target, call.node.id(), kind);
}

/// Notes, if the run looks for defects, that the signal of MPI_Win_post from a target has arrived. Notes a defect if
/// only one of MPI_Win_post and MPI_Win_start was called with MPI_MODE_NOCHECK.
void note_post_received(Call& call, const Window& window, const Window::AwaitedOpening& awaited) {
  if (!call.state.history || !awaited.is_of_post) return;
  const auto post = call.state.history->windows.note_epoch_notification_received(
      name_of(window), EpochNotification::post, awaited.target_rank, window.comm->rank(), call.node.id());
  if (!post || post->has_nocheck == awaited.is_start_unchecked) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::epoch_lifecycle, awaited.site,
      fmt::format("it is called {} MPI_MODE_NOCHECK, and {} is not so", awaited.is_start_unchecked ? "with" : "without",
                  post->caller.text()),
      {post->caller});
}

/// Notes a defect, if the run looks for defects, unless all `targets` are known to have called MPI_Win_post, as the
/// program promises by MPI_MODE_NOCHECK.
void check_posts_came_before(Call& call, const Window& window, const std::vector<int>& targets) {
  if (!call.state.history) return;
  for (const int rank : targets) {
    if (call.state.history->windows.knows_of_unreceived_post(name_of(window), rank, window.comm->rank(),
                                                             call.node.id()))
      continue;
    call.process.defect_notes.note_defect(
        call.node, DefectClass::epoch_lifecycle, call.site,
        fmt::format("MPI_MODE_NOCHECK says that rank {} has called MPI_Win_post, but nothing makes sure that it has",
                    rank));
  }
}

std::vector<int> ranks_of_group_in_window(Call& call, const Window& window, MPI_Group group) {
  std::vector<int> ranks;
  for (const NodeId node : *group_of(call, group)) {
    const int rank = window.comm->rank_of(node);
    if (rank == window.comm->size())
      fail(MPI_ERR_GROUP, "node {} is in the group, but not in that of the window", index(node));
    ranks.push_back(rank);
  }
  return ranks;
}

void post(Call& call, MPI_Group group, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  if (const auto open = window.open_exposure_epoch()) fail_in_open_epoch(call, *open);
  const std::vector<int> origins = ranks_of_group_in_window(call, window, group);
  close_fence_epoch(window);
  note_begin_of_lock_or_exposure(call, window, window.comm->rank(), {.kind = LockOrExposureEpoch::Kind::exposure});
  if (window.service->is_locked()) {
    note_end_of_lock_or_exposure(call, window, window.comm->rank(), LockOrExposureEpoch::Kind::exposure);
    fail(MPI_ERR_RMA_SYNC, "the memory that it exposes is locked, and must be unlocked before");
  }
  check_nostore_assertion(call, window, assertion);
  window.service->begin_exposure((assertion & MPI_MODE_NOPUT) != 0);
  Window::WindowExposure exposure;
  for (const int rank : origins)
    exposure.completion_receives.push_back(
        post_receive_of_epoch_notification(call, window, rank, WindowService::kCompletionNotificationTag));
  for (const int rank : origins) {
    if (call.state.history) {
      call.state.history->windows.note_epoch_notification_sent(name_of(window), EpochNotification::post,
                                                               window.comm->rank(), rank, {call.node.id(), call.site},
                                                               (assertion & MPI_MODE_NOCHECK) != 0);
    }
    exposure.post_sends.push_back(send_empty_message(call, window, rank, WindowService::kPostNotificationTag));
  }
  window.exposure = std::move(exposure);
  window.post_site = call.site;
  window.exposure_origins = origins;
}

void start(Call& call, MPI_Group group, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  if (const auto open = window.open_access_epoch()) fail_in_open_epoch(call, *open);
  if (const auto open = window.open_lock_epoch()) fail_in_open_epoch(call, *open);
  std::vector<int> targets = ranks_of_group_in_window(call, window, group);
  close_fence_epoch(window);
  const bool is_unchecked = (assertion & MPI_MODE_NOCHECK) != 0;
  if (is_unchecked) check_posts_came_before(call, window, targets);
  for (const int rank : targets) {
    const Handle receive = post_receive_of_epoch_notification(call, window, rank, WindowService::kPostNotificationTag);
    window.awaited_openings.push_back({.target_rank = rank,
                                       .receive = receive,
                                       .site = call.site,
                                       .is_of_post = true,
                                       .is_start_unchecked = is_unchecked});
  }
  // MPI_Win_start and MPI_Win_complete need not wait for the targets (MPI 3.1, sec. 11.5.2): only accesses wait then.
  if (!orders_only_what_it_must(call)) await_openings(call, window, targets);
  window.access_epoch_targets = std::move(targets);
  window.start_site = call.site;
}

void complete(Call& call, MPI_Win win) {
  Window& window = *window_of(call, win);
  if (!window.access_epoch_targets) fail(MPI_ERR_RMA_SYNC, "MPI_Win_start was not called");
  const std::vector<int> targets = *std::exchange(window.access_epoch_targets, std::nullopt);
  std::optional<CallError> error;
  try {
    flush_all(call, window);
  } catch (const CallError& thrown) {
    error = thrown;  // thrown below, after the signals of completion for which the targets wait
  }
  if (call.state.history)
    call.state.history->windows.note_end_of_started_accesses(name_of(window), call.node.id(), targets);
  for (const int rank : targets) {
    if (call.state.history) {
      call.state.history->windows.note_epoch_notification_sent(name_of(window), EpochNotification::completion,
                                                               window.comm->rank(), rank, {call.node.id(), call.site},
                                                               false);
    }
    window.outgoing_requests.sends.push_back(
        send_empty_message(call, window, rank, WindowService::kCompletionNotificationTag));
  }
  if (error) throw CallError(*error);
}

Window& window_with_exposure_epoch(Call& call, MPI_Win win) {
  Window& window = *window_of(call, win);
  if (!window.exposure) fail(MPI_ERR_RMA_SYNC, "MPI_Win_post was not called");
  return window;
}

void wait(Call& call, MPI_Win win) {
  Window& window = window_with_exposure_epoch(call, win);
  call.node.wait_all(window.exposure->completion_receives, call.site);
  call.node.wait_all(window.exposure->post_sends, call.site);
  window.exposure.reset();
  window.service->end_exposure();
  if (!call.state.history) return;
  WindowHistory& history = call.state.history->windows;
  const int me = window.comm->rank();
  for (const int rank : window.exposure_origins)
    history.note_epoch_notification_received(name_of(window), EpochNotification::completion, rank, me, call.node.id());
  history.note_end_of_exposure(name_of(window), me, call.node.id());
  note_end_of_lock_or_exposure(call, window, me, LockOrExposureEpoch::Kind::exposure);
  note_window_synchronisation(call, window);
}

void test(Call& call, MPI_Win win, int* flag) {
  Window& window = window_with_exposure_epoch(call, win);
  check_pointer(flag, "flag");
  *flag = call.node.test_all(window.exposure->completion_receives, call.site) ? 1 : 0;
  if (*flag != 0) wait(call, win);
}

// --- locks ----------------------------------------------------------------------------------------------------------

/// Notes, if the run looks for defects, that the node has locks of `targets`. `has_asked` says whether it has asked the
/// targets for these locks; with MPI_MODE_NOCHECK it has not.
void note_locks_granted(Call& call, const Window& window, const std::vector<int>& targets, bool are_exclusive,
                        bool has_asked) {
  if (!call.state.history) return;
  for (const int rank : targets) {
    if (has_asked) call.state.history->windows.note_lock_granted(name_of(window), rank, call.node.id(), are_exclusive);
    note_begin_of_lock_or_exposure(call, window, rank,
                                   {.kind = LockOrExposureEpoch::Kind::lock,
                                    .is_exclusive = are_exclusive,
                                    .was_requested_from_target = has_asked});
  }
}
void note_locks_released(Call& call, const Window& window, const std::vector<int>& targets, bool are_exclusive,
                         bool has_asked) {
  if (!call.state.history) return;
  WindowHistory& history = call.state.history->windows;
  for (const int rank : targets) {
    note_end_of_lock_or_exposure(call, window, rank, LockOrExposureEpoch::Kind::lock);
    if (has_asked) history.note_lock_released(name_of(window), rank, call.node.id(), are_exclusive);
  }
}

/// Whether the node holds a lock of any window.
bool holds_any_window_lock(Call& call) {
  bool has_any = false;
  call.state.windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { has_any |= holds_any_lock(*window); });
  return has_any;
}

std::shared_ptr<const ServiceLocks::Call> description_of_lock_request(const Call& call, const Window& window,
                                                                      WindowRequest::Lock wanted) {
  return std::make_shared<const ServiceLocks::Call>(
      ServiceLocks::Call{.site = call.site,
                         .is_exclusive = wanted == WindowRequest::Lock::exclusive,
                         .locked_object = window.name.empty() ? window.text() : fmt::format("window {}", window.name)});
}

/// Notes the answers `codes` of `targets` to requests for locks. Fails if one of them has refused its lock.
void note_answers_to_lock_requests(Call& call, Window& window, bool is_exclusive, std::span<const int> targets,
                                   std::span<const std::int32_t> codes) {
  std::vector<int> granted;
  std::optional<int> refusing;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto service = lock_service_of(window, window.comm->node_at(targets[i]));
    if (codes[i] == MPI_SUCCESS) {
      call.node.service_locks().note_grant(service, call.node.id());
      granted.push_back(targets[i]);
    } else {
      call.node.service_locks().note_release(service, call.node.id());
      refusing = targets[i];
    }
  }
  if (!refusing) return;
  note_begin_of_lock_or_exposure(call, window, *refusing,
                                 {.kind = LockOrExposureEpoch::Kind::lock, .is_exclusive = is_exclusive});
  note_end_of_lock_or_exposure(call, window, *refusing, LockOrExposureEpoch::Kind::lock);
  flush_and_release_locks(call, window, granted);
  fail(MPI_ERR_RMA_SYNC, "memory of rank {} is exposed by a fence or MPI_Win_post, and must not be locked meanwhile",
       *refusing);
}

/// Asks `targets` for locks, and waits until all have granted them.
void request_locks(Call& call, Window& window, WindowRequest::Lock wanted, std::span<const int> targets) {
  const std::vector<std::int32_t> codes = request_and_await_answers(
      call, window, {.kind = Kind::lock, .requested_lock = wanted, .fence_number = window.fence_count}, targets,
      description_of_lock_request(call, window, wanted));
  note_answers_to_lock_requests(call, window, wanted == WindowRequest::Lock::exclusive, targets, codes);
}

/// Asks a target for a lock, for which await_lock() waits later.
Window::AwaitedLock post_lock_request(Call& call, Window& window, WindowRequest::Lock wanted, int rank) {
  const NodeId target = window.comm->node_at(rank);
  const WindowRequest request{.kind = Kind::lock,
                              .requested_lock = wanted,
                              .answer_tag = window.next_answer_tag(),
                              .fence_number = window.fence_count};
  const auto code = std::make_shared<std::int32_t>(MPI_SUCCESS);
  const Handle answer = call.node.post_receive(target, std::as_writable_bytes(std::span(code.get(), 1)),
                                               TagSelector(request.answer_tag, window.comm->context()), call.site);
  call.node.service_locks().note_lock_request(lock_service_of(window, target), call.node.id(), request.answer_tag,
                                              static_cast<std::uint32_t>(rank),
                                              description_of_lock_request(call, window, wanted));
  post_request(call.node, call.site, window, target, request);
  return {answer, code};
}

void await_locks(Call& call, Window& window) {
  for (const int rank : all_ranks(window)) await_lock(call, window, rank);
}

/// Waits for the locks of all windows of the program. A node waits for each lock before it asks for the next one, so
/// that it gets them in the order of its calls: otherwise, nodes that ask for the same locks in the same order could
/// get stuck.
void await_locks_of_all_windows(Call& call) {
  if (!orders_only_what_it_must(call)) return;
  call.state.windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { await_locks(call, *window); });
}

void check_window_has_locks(const Window& window) {
  if (window.forbids_locks)
    fail(MPI_ERR_RMA_SYNC, "the window was made with the info no_locks, which promises that nobody locks it");
}

/// Notes, if the run looks for defects, that the program locks its own memory, and whether the memory is still as at
/// the program's last lock of it.
void note_look_at_own_memory(Call& call, Window& window) {
  if (!call.state.history) return;
  const std::uint64_t hash = hash_of_own_memory(window);
  if (hash != 0 && hash == std::exchange(window.own_memory_hash_at_last_look, hash)) {
    note_poll_of_memory(call, window, window.comm->rank(), MemoryPolls::PolledPlace::kWholeMemory);
  } else {
    call.state.history->memory_polls.note_change();
  }
}

/// Returns whether MPI_Win_lock need not wait for this lock. The program's own memory, or that of a shared window, must
/// be locked when the call is over, as the program may access it without MPI.
bool may_get_lock_later(const Call& call, const Window& window, int rank) {
  return orders_only_what_it_must(call) && rank != window.comm->rank() && !window.is_shared();
}

void lock(Call& call, int kind, int rank, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  if (kind != MPI_LOCK_EXCLUSIVE && kind != MPI_LOCK_SHARED) fail(MPI_ERR_LOCKTYPE, "there is no lock_type {}", kind);
  check_target(window, rank);
  check_assertion(assertion);
  check_window_has_locks(window);
  if (rank == MPI_PROC_NULL) return;
  if (window.is_locked(rank)) {
    const auto own = window.locks.find(rank);
    const Window::OpenEpoch open =
        own == window.locks.end() ? *window.open_lock_epoch() : Window::OpenEpoch{"MPI_Win_unlock", own->second.site};
    fail_in_open_epoch(call, open, fmt::format("rank {} is locked already: {}", rank, open.text()));
  }
  if (const auto open = window.open_access_epoch()) fail_in_open_epoch(call, *open);
  close_fence_epoch(window);
  await_locks_of_all_windows(call);
  const bool asks = (assertion & MPI_MODE_NOCHECK) == 0;
  const bool is_exclusive = kind == MPI_LOCK_EXCLUSIVE;
  using LockKind = WindowRequest::Lock;
  const LockKind shared = holds_any_window_lock(call) ? LockKind::shared_with_other_locks : LockKind::shared;
  // A program may lock its own memory again and again until another node has changed it.
  if (rank == window.comm->rank()) {
    call.node.compute(call.node.rates().poll, call.site);
    note_look_at_own_memory(call, window);
  }
  const LockKind wanted = is_exclusive ? LockKind::exclusive : shared;
  std::optional<Window::AwaitedLock> awaited;
  if (asks && may_get_lock_later(call, window, rank)) {
    awaited = post_lock_request(call, window, wanted, rank);
  } else if (asks) {
    request_locks(call, window, wanted, {&rank, 1});
  }
  if (call.state.history && rank == window.comm->rank()) window.own_memory_hash_at_lock = hash_of_own_memory(window);
  if (!awaited) note_locks_granted(call, window, {rank}, is_exclusive, asks);
  window.was_locked_after_fence = true;
  window.locks.emplace(
      rank,
      Window::Lock{
          .was_lock_requested = asks, .is_exclusive = is_exclusive, .site = call.site, .awaited = std::move(awaited)});
}

void lock_all(Call& call, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  check_window_has_locks(window);
  if (const auto open = window.open_lock_epoch()) {
    fail_in_open_epoch(call, *open, fmt::format("a rank is locked already: {}", open->text()));
  }
  if (const auto open = window.open_access_epoch()) fail_in_open_epoch(call, *open);
  close_fence_epoch(window);
  await_locks_of_all_windows(call);
  window.has_requested_all_locks = (assertion & MPI_MODE_NOCHECK) == 0;
  if (window.has_requested_all_locks)
    request_locks(call, window, WindowRequest::Lock::shared_with_other_locks, all_ranks(window));
  window.holds_lock_of_all = true;
  window.was_locked_after_fence = true;
  window.lock_all_site = call.site;
  note_locks_granted(call, window, all_ranks(window), false, window.has_requested_all_locks);
}

/// Serves requests of other nodes if a flush of `targets` has nothing to wait for.
void serve_others_if_flush_needs_no_wait(Call& call, const Window& window, const std::vector<int>& targets) {
  const auto is_waited_for = [&](int rank) {
    return rank != window.comm->rank() && window.accessed_targets.contains(rank);
  };
  if (std::ranges::none_of(targets, is_waited_for)) serve_requests_of_other_nodes(call, window);
}

void unlock(Call& call, int rank, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_target(window, rank);
  if (rank == MPI_PROC_NULL) return;
  const auto found = window.locks.find(rank);
  if (found == window.locks.end()) {
    const std::string text = fmt::format("MPI_Win_lock was not called for rank {}", rank);
    if (const auto open = window.open_lock_epoch())
      fail_in_open_epoch(call, *open, fmt::format("{}, and {}", text, open->text()));
    fail(MPI_ERR_RMA_SYNC, "{}", text);
  }
  await_lock(call, window, rank);
  const bool has_asked = found->second.was_lock_requested, is_exclusive = found->second.is_exclusive;
  window.locks.erase(found);
  note_accesses_are_complete(call, window, {rank});
  note_locks_released(call, window, {rank}, is_exclusive, has_asked);
  if (has_asked) {
    flush_and_release_locks(call, window, {&rank, 1});
  } else {
    serve_others_if_flush_needs_no_wait(call, window, {rank});
    flush(call, window, {&rank, 1});
  }
}

void unlock_all(Call& call, MPI_Win win) {
  Window& window = *window_of(call, win);
  if (!window.holds_lock_of_all) fail(MPI_ERR_RMA_SYNC, "MPI_Win_lock_all was not called");
  window.holds_lock_of_all = false;
  note_accesses_are_complete(call, window);
  note_locks_released(call, window, all_ranks(window), false, window.has_requested_all_locks);
  if (window.has_requested_all_locks) {
    flush_and_release_locks(call, window, all_ranks(window));
  } else {
    serve_others_if_flush_needs_no_wait(call, window, all_ranks(window));
    flush_all(call, window);
  }
}

// --- flushes --------------------------------------------------------------------------------------------------------

Window& window_locked_at_rank(Call& call, MPI_Win win, int rank) {
  Window& window = *window_of(call, win);
  check_target(window, rank);
  if (rank != MPI_PROC_NULL && !window.is_locked(rank)) fail(MPI_ERR_RMA_SYNC, "rank {} is not locked", rank);
  return window;
}
Window& window_with_any_locked_rank(Call& call, MPI_Win win) {
  Window& window = *window_of(call, win);
  if (!holds_any_lock(window)) fail(MPI_ERR_RMA_SYNC, "no rank is locked");
  return window;
}

void flush_target(Call& call, int rank, MPI_Win win) {
  Window& window = window_locked_at_rank(call, win, rank);
  await_lock(call, window, rank);
  serve_others_if_flush_needs_no_wait(call, window, {rank});
  flush(call, window, {&rank, 1});
  note_accesses_are_complete(call, window, {rank});
}
void flush_all_targets(Call& call, MPI_Win win) {
  Window& window = window_with_any_locked_rank(call, win);
  await_locks(call, window);
  serve_others_if_flush_needs_no_wait(call, window, all_ranks(window));
  flush_all(call, window);
  note_accesses_are_complete(call, window);
}
/// Whether answers to accesses are still to come. The answer to an access to the own memory may be here already, and
/// only be waiting to be stored.
bool awaits_access_answers(const Window& window) {
  return std::ranges::any_of(window.awaited_answers, [](const auto& answer) {
    return !answer->handle.empty() || answer->request != MPI_REQUEST_NULL;
  });
}
void flush_local(Call& call, int rank, MPI_Win win) {
  Window& window = window_locked_at_rank(call, win, rank);
  if (!awaits_access_answers(window)) serve_requests_of_other_nodes(call, window);
  await_and_store_answers(call, window, {&rank, 1});
}
void flush_local_all(Call& call, MPI_Win win) {
  Window& window = window_with_any_locked_rank(call, win);
  if (!awaits_access_answers(window)) serve_requests_of_other_nodes(call, window);
  await_and_store_answers(call, window, all_ranks(window));
}
/// Implements MPI_Win_sync. There is only one copy of a window's memory, so that nothing has to be
/// copied. For the program's own atomic accesses the call is a fence.
void synchronise(Call& call, MPI_Win win) {
  const Window& window = *window_of(call, win);
  if (call.state.history)
    call.state.history->windows.note_fence_of_program(call.node.id(), {.is_acquire = true, .is_release = true});
  note_poll_of_memory(call, window, window.comm->rank(), MemoryPolls::PolledPlace::kWholeMemory);
  serve_requests_of_other_nodes(call, window);
}

}  // namespace

void await_lock(Call& call, Window& window, int target) {
  const auto found = window.locks.find(target);
  if (found == window.locks.end() || !found->second.awaited) return;
  const Window::AwaitedLock awaited = *std::exchange(found->second.awaited, std::nullopt);
  const bool is_exclusive = found->second.is_exclusive;
  std::vector<Handle>& sends = window.outgoing_requests.sends;
  std::vector<Handle> requests{awaited.answer};
  requests.insert(requests.end(), sends.begin(), sends.end());
  call.node.wait_all(requests, call.site);
  sends.clear();
  const std::int32_t code = *awaited.error_code;
  if (code != MPI_SUCCESS) window.locks.erase(found);
  note_answers_to_lock_requests(call, window, is_exclusive, {&target, 1}, {&code, 1});
  note_locks_granted(call, window, {target}, is_exclusive, true);
}

void await_openings(Call& call, Window& window, std::span<const int> targets) {
  std::vector<Window::AwaitedOpening>& all = window.awaited_openings;
  const auto first_awaited = std::ranges::stable_partition(all, [&](const Window::AwaitedOpening& each) {
                               return std::ranges::find(targets, each.target_rank) == targets.end();
                             }).begin();
  if (first_awaited == all.end()) return;
  const std::vector<Window::AwaitedOpening> awaited(first_awaited, all.end());
  all.erase(first_awaited, all.end());
  std::vector<Handle> receives;
  for (const Window::AwaitedOpening& each : awaited) receives.push_back(each.receive);
  call.node.wait_all(receives, call.site);
  for (const Window::AwaitedOpening& each : awaited) note_post_received(call, window, each);
}

SymbolBindings window_epoch_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Win_fence, fence);
    SWITCHYARD_MPI_BIND(list, Win_start, start);
    SWITCHYARD_MPI_BIND(list, Win_complete, complete);
    SWITCHYARD_MPI_BIND(list, Win_post, post);
    SWITCHYARD_MPI_BIND(list, Win_wait, wait);
    SWITCHYARD_MPI_BIND(list, Win_test, test);
    SWITCHYARD_MPI_BIND(list, Win_lock, lock);
    SWITCHYARD_MPI_BIND(list, Win_lock_all, lock_all);
    SWITCHYARD_MPI_BIND(list, Win_unlock, unlock);
    SWITCHYARD_MPI_BIND(list, Win_unlock_all, unlock_all);
    SWITCHYARD_MPI_BIND(list, Win_flush, flush_target);
    SWITCHYARD_MPI_BIND(list, Win_flush_all, flush_all_targets);
    SWITCHYARD_MPI_BIND(list, Win_flush_local, flush_local);
    SWITCHYARD_MPI_BIND(list, Win_flush_local_all, flush_local_all);
    SWITCHYARD_MPI_BIND(list, Win_sync, synchronise);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
