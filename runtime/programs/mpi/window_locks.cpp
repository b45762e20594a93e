/// \file window_locks.cpp
/// MPI's functions that lock the memory of a window, and flush accesses to it.
///
/// Source: MPI 3.1, sec. 11.5.3 and 11.5.4.
///
/// The emulator relies on the program's assertions where that saves messages: if the program asserts that no lock can
/// conflict (MPI_MODE_NOCHECK), no message is sent to request the lock.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"
#include "runtime/programs/mpi/window_epochs.hpp"

namespace switchyard::mpi {
namespace {

using LockOrExposureEpoch = WindowHistory::LockOrExposureEpoch;

bool holds_any_lock(const Window& window) { return window.holds_locks_of_all_targets || !window.locks.empty(); }

/// Records, if the run looks for defects, that the node has got locks of `targets`. `has_asked` says whether it has
/// requested the locks from the targets; with MPI_MODE_NOCHECK it has not.
void note_locks_granted(Call& call, const Window& window, const std::vector<int>& targets, bool are_exclusive,
                        bool has_asked) {
  if (!call.state.history) return;
  for (const int rank : targets) {
    if (has_asked) call.state.history->windows.note_lock_granted(name_of(window), rank, call.node.id(), are_exclusive);
    record_start_of_lock_or_exposure(call, window, rank,
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
    record_end_of_lock_or_exposure(call, window, rank, LockOrExposureEpoch::Kind::lock);
    if (has_asked) history.note_lock_released(name_of(window), rank, call.node.id(), are_exclusive);
  }
}

/// Returns whether this node holds a lock of any window.
bool holds_any_window_lock(Call& call) {
  bool has_any = false;
  call.state.windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { has_any |= holds_any_lock(*window); });
  return has_any;
}

std::shared_ptr<const ServiceLocks::Call> make_lock_call_record(const Call& call, const Window& window,
                                                                WindowRequest::WindowLockKind wanted) {
  return std::make_shared<const ServiceLocks::Call>(
      ServiceLocks::Call{.site = call.site,
                         .is_exclusive = wanted == WindowRequest::WindowLockKind::exclusive_lock,
                         .locked_object = window.name.empty() ? window.text() : fmt::format("window {}", window.name)});
}

/// Records the answers of `targets` to requests for locks: `codes` are the error codes. Fails if one of them has
/// refused its lock.
void note_answers_to_lock_requests(Call& call, Window& window, bool is_exclusive, std::span<const int> targets,
                                   std::span<const std::int32_t> codes) {
  std::vector<int> granted;
  std::optional<int> refusing;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto service = lock_service_of(window, window.comm->node_at(targets[i]));
    if (codes[i] == MPI_SUCCESS) {
      call.node.service_locks().note_lock_grant(service, call.node.id());
      granted.push_back(targets[i]);
    } else {
      call.node.service_locks().note_release(service, call.node.id());
      refusing = targets[i];
    }
  }
  if (!refusing) return;
  record_start_of_lock_or_exposure(call, window, *refusing,
                                   {.kind = LockOrExposureEpoch::Kind::lock, .is_exclusive = is_exclusive});
  record_end_of_lock_or_exposure(call, window, *refusing, LockOrExposureEpoch::Kind::lock);
  flush_and_release_locks(call, window, granted);
  fail(MPI_ERR_RMA_SYNC, "memory of rank {} is exposed by a fence or MPI_Win_post, and must not be locked meanwhile",
       *refusing);
}

/// Requests locks from `targets`, and waits until all have granted them.
void request_locks(Call& call, Window& window, WindowRequest::WindowLockKind wanted, std::span<const int> targets) {
  const std::vector<std::int32_t> codes = request_and_await_answers(
      call, window, {.kind = WindowRequest::Kind::lock, .requested_lock = wanted, .fence_number = window.fence_count},
      targets, make_lock_call_record(call, window, wanted));
  note_answers_to_lock_requests(call, window, wanted == WindowRequest::WindowLockKind::exclusive_lock, targets, codes);
}

/// Requests a lock from the target with the rank `rank`, without waiting for it; await_lock() does that later.
Window::AwaitedLock post_lock_request(Call& call, Window& window, WindowRequest::WindowLockKind wanted, int rank) {
  const NodeId target = window.comm->node_at(rank);
  const WindowRequest request{.kind = WindowRequest::Kind::lock,
                              .requested_lock = wanted,
                              .answer_tag = window.next_answer_tag(),
                              .fence_number = window.fence_count};
  const auto code = std::make_shared<std::int32_t>(MPI_SUCCESS);
  const Handle answer = call.node.post_receive(target, std::as_writable_bytes(std::span(code.get(), 1)),
                                               TagSelector(request.answer_tag, window.comm->context()), call.site);
  call.node.service_locks().note_lock_request(lock_service_of(window, target), call.node.id(), request.answer_tag,
                                              static_cast<std::uint32_t>(rank),
                                              make_lock_call_record(call, window, wanted));
  post_request(call.node, call.site, window, target, request);
  return {answer, code};
}

void await_locks(Call& call, Window& window) {
  for (const int rank : all_ranks(window)) await_lock(call, window, rank);
}

/// Waits for the locks of all windows that this node has requested. A node waits for each lock before it requests the
/// next one, so that it gets them in the order of its calls: otherwise, nodes that request the same locks in the same
/// order could deadlock.
void await_locks_of_all_windows(Call& call) {
  if (!waits_only_where_required(call)) return;
  call.state.windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { await_locks(call, *window); });
}

void check_window_has_locks(const Window& window) {
  if (window.forbids_locks)
    fail(MPI_ERR_RMA_SYNC, "the window was made with the info no_locks, which promises that nobody locks it");
}

/// Records, in a run that looks for defects, that the program locks its own memory in the window. If the memory is
/// unchanged since the program has last locked it, this counts as a poll, and otherwise as a change of memory.
void note_lock_of_own_memory(Call& call, Window& window) {
  if (!call.state.history) return;
  const std::uint64_t hash = hash_of_own_memory(window);
  if (hash != 0 && hash == std::exchange(window.own_memory_hash_at_last_lock_call, hash)) {
    note_poll_of_memory(call, window, window.comm->rank(),
                        MemoryPolls::PolledWindowLocation::kWholeWindowMemoryDisplacement);
  } else {
    call.state.history->memory_polls.note_change_of_window_memory();
  }
}

/// Returns whether MPI_Win_lock may return before the lock is granted. For the program's own memory, and for a shared
/// window, it may not, as the program may then access the memory without further calls of MPI. It may not either if the
/// program handles errors itself, as the program may expect MPI_Win_lock to say whether the target refuses the lock.
bool may_return_before_lock_granted(const Call& call, const Window& window, int rank) {
  const bool handles_errors = window.error_handler != nullptr && !window.error_handler->is_fatal();
  return waits_only_where_required(call) && rank != window.comm->rank() && !window.is_shared() && !handles_errors;
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
    const Window::OpenEpoch open = own == window.locks.end() ? *window.find_open_lock_epoch()
                                                             : Window::OpenEpoch{"MPI_Win_unlock", own->second.site};
    fail_in_open_epoch(call, open, fmt::format("rank {} is locked already: {}", rank, open.text()));
  }
  if (const auto open = window.find_open_access_epoch()) fail_in_open_epoch(call, *open);
  close_fence_epoch(window);
  await_locks_of_all_windows(call);
  const bool asks = (assertion & MPI_MODE_NOCHECK) == 0;
  const bool is_exclusive = kind == MPI_LOCK_EXCLUSIVE;
  using LockKind = WindowRequest::WindowLockKind;
  const LockKind shared =
      holds_any_window_lock(call) ? LockKind::shared_by_holder_of_several_locks : LockKind::shared_lock;
  // A program may lock its own memory again and again until another node has changed the memory.
  if (rank == window.comm->rank()) {
    call.node.compute(call.node.rates().poll, call.site);
    note_lock_of_own_memory(call, window);
  }
  const LockKind wanted = is_exclusive ? LockKind::exclusive_lock : shared;
  std::optional<Window::AwaitedLock> awaited;
  if (asks && may_return_before_lock_granted(call, window, rank)) {
    awaited = post_lock_request(call, window, wanted, rank);
  } else if (asks) {
    request_locks(call, window, wanted, {&rank, 1});
  }
  if (call.state.history && rank == window.comm->rank()) window.own_memory_hash_at_lock = hash_of_own_memory(window);
  if (!awaited) note_locks_granted(call, window, {rank}, is_exclusive, asks);
  window.was_locked_after_fence = true;
  window.locks.emplace(rank, Window::TargetMemoryLock{.was_lock_requested = asks,
                                                      .is_exclusive = is_exclusive,
                                                      .site = call.site,
                                                      .pending_lock_request = std::move(awaited)});
}

void lock_all(Call& call, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  check_window_has_locks(window);
  if (const auto open = window.find_open_lock_epoch()) {
    fail_in_open_epoch(call, *open, fmt::format("a rank is locked already: {}", open->text()));
  }
  if (const auto open = window.find_open_access_epoch()) fail_in_open_epoch(call, *open);
  close_fence_epoch(window);
  await_locks_of_all_windows(call);
  window.has_requested_all_locks = (assertion & MPI_MODE_NOCHECK) == 0;
  if (window.has_requested_all_locks)
    request_locks(call, window, WindowRequest::WindowLockKind::shared_by_holder_of_several_locks, all_ranks(window));
  window.holds_locks_of_all_targets = true;
  window.was_locked_after_fence = true;
  window.lock_all_site = call.site;
  note_locks_granted(call, window, all_ranks(window), false, window.has_requested_all_locks);
}

/// Lets other nodes access this node's memory if a flush of `targets` has nothing to wait for.
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
    if (const auto open = window.find_open_lock_epoch())
      fail_in_open_epoch(call, *open, fmt::format("{}, and {}", text, open->text()));
    fail(MPI_ERR_RMA_SYNC, "{}", text);
  }
  await_lock(call, window, rank);
  const bool has_asked = found->second.was_lock_requested, is_exclusive = found->second.is_exclusive;
  window.locks.erase(found);
  record_completed_window_accesses(call, window, {rank});
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
  if (!window.holds_locks_of_all_targets) fail(MPI_ERR_RMA_SYNC, "MPI_Win_lock_all was not called");
  window.holds_locks_of_all_targets = false;
  record_completed_window_accesses(call, window);
  note_locks_released(call, window, all_ranks(window), false, window.has_requested_all_locks);
  if (window.has_requested_all_locks) {
    flush_and_release_locks(call, window, all_ranks(window));
  } else {
    serve_others_if_flush_needs_no_wait(call, window, all_ranks(window));
    flush_all(call, window);
  }
}

// --- flushes (MPI_Win_flush and its like) ----------------------------------------------------------------------------

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
  record_completed_window_accesses(call, window, {rank});
}
void flush_all_targets(Call& call, MPI_Win win) {
  Window& window = window_with_any_locked_rank(call, win);
  await_locks(call, window);
  serve_others_if_flush_needs_no_wait(call, window, all_ranks(window));
  flush_all(call, window);
  record_completed_window_accesses(call, window);
}
/// Returns whether answers to this node's accesses have not been stored yet. An answer to an access to the node's own
/// memory may already have come, and only need to be stored.
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
/// Implements MPI_Win_sync. The emulator has only one copy of a window's memory, so that nothing has to be copied. The
/// call orders the program's own atomic accesses, as a memory fence does.
void synchronise(Call& call, MPI_Win win) {
  const Window& window = *window_of(call, win);
  if (call.state.history)
    call.state.history->windows.note_fence_of_program(call.node.id(), {.is_acquire = true, .is_release = true});
  note_poll_of_memory(call, window, window.comm->rank(),
                      MemoryPolls::PolledWindowLocation::kWholeWindowMemoryDisplacement);
  serve_requests_of_other_nodes(call, window);
}

}  // namespace

void await_lock(Call& call, Window& window, int target) {
  const auto found = window.locks.find(target);
  if (found == window.locks.end() || !found->second.pending_lock_request) return;
  const Window::AwaitedLock awaited = *std::exchange(found->second.pending_lock_request, std::nullopt);
  const bool is_exclusive = found->second.is_exclusive;
  std::vector<Handle>& sends = window.outgoing_requests.sends;
  std::vector<Handle> requests{awaited.answer_receive_handle};
  requests.insert(requests.end(), sends.begin(), sends.end());
  call.node.wait_all(requests, call.site);
  sends.clear();
  const std::int32_t code = *awaited.error_code;
  Call lock_call = call;  // a copy of the call with the place of MPI_Win_lock, to which defects are attributed
  lock_call.site = found->second.site;
  if (code != MPI_SUCCESS) window.locks.erase(found);
  try {
    note_answers_to_lock_requests(lock_call, window, is_exclusive, {&target, 1}, {&code, 1});
  } catch (const CallError& refused) {
    NodeDefectRecorder& notes = call.process.defect_notes;
    notes.note_defect(call.node, DefectClass::epoch_lifecycle, lock_call.site, refused.text);
    notes.mark_defect_as_noted(DefectClass::epoch_lifecycle, call.site);
    throw;
  }
  note_locks_granted(lock_call, window, {target}, is_exclusive, true);
}

SymbolBindings window_lock_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
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
