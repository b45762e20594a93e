/// \file window_epochs.cpp
/// MPI's functions that begin and end the epochs in which a window may be accessed: fences, and post-start
/// synchronisation (MPI_Win_post, MPI_Win_start, MPI_Win_complete, MPI_Win_wait).
///
/// Source: MPI 3.1, sec. 11.5.1 and 11.5.2.
///
/// A call that ends an epoch waits until the accesses of the epoch are done at their targets.

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
#include "runtime/programs/mpi/window_epochs.hpp"

namespace switchyard::mpi {
namespace {

/// Notes a defect if the program promises by MPI_MODE_NOSTORE that it has not stored to its memory in the window since
/// the last synchronisation of the window, although it has.
void check_nostore_assertion(Call& call, const Window& window, int assertion) {
  if (!call.state.history || (assertion & MPI_MODE_NOSTORE) == 0 || window.synchronisation_event == 0) return;
  const auto store = call.state.history->windows.find_store_by_program_since_event(
      name_of(window), window.comm->rank(), call.node.id(), window.synchronisation_event);
  if (!store) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::epoch_lifecycle, call.site,
      "MPI_MODE_NOSTORE says that the program has not stored to its memory in the window since the "
      "last synchronisation, but it has",
      {}, {describe_window_access_for_report(*store)});
}

/// Returns the arguments of MPI_Win_fence that must be equal on all members: whether certain assertions are given.
ComparedCollectiveCall compared_call_of_fence(int assertion) {
  const auto text = [&](int bit) { return (assertion & bit) != 0 ? "given" : "not given"; };
  ComparedCollectiveCall compared;
  compared.arguments_equal_on_all_members = {{"MPI_MODE_NOPRECEDE", text(MPI_MODE_NOPRECEDE)},
                                             {"MPI_MODE_NOSUCCEED", text(MPI_MODE_NOSUCCEED)}};
  compared.defect_of_argument_mismatch = DefectClass::epoch_lifecycle;
  return compared;
}

/// Sends a message without data to the member of the window with the rank `rank`, as a signal.
Handle send_empty_message(Call& call, const Window& window, int rank, Tag tag) {
  return call.node.post_send(
      window.comm->node_at(rank), {},
      {.tag = tag, .protocol = WindowService::kOneSidedProtocol, .context = window.comm->context()}, call.site);
}

Handle post_receive_of_epoch_notification(Call& call, const Window& window, int rank, Tag tag) {
  return call.node.post_receive(window.comm->node_at(rank), {}, TagSelector(tag, window.comm->context()), call.site);
}

/// Tells all other members that they may access this node's memory, after a fence that does not wait for them. This
/// node's first access to a member after the fence waits for the same message from that member.
void open_epoch_without_waiting(Call& call, Window& window) {
  for (const int rank : all_ranks(window)) {
    if (rank == window.comm->rank()) continue;
    const Handle receive = post_receive_of_epoch_notification(call, window, rank, WindowService::kFenceNotificationTag);
    window.awaited_epoch_openings.push_back({.target_rank = rank, .receive = receive, .site = call.site});
    call.node.post_send_of_copy(window.comm->node_at(rank), {},
                                {.tag = WindowService::kFenceNotificationTag,
                                 .protocol = WindowService::kOneSidedProtocol,
                                 .context = window.comm->context()},
                                call.site);
  }
}

/// Ends the epoch that a fence closes by asking the targets of this node's accesses, whose answers say which accesses
/// have failed. Stores the error in `error`. If `waits_for_all` is true, also waits for all members.
void end_fence_epoch_by_target_answers(Call& call, Window& window, bool waits_for_all,
                                       std::optional<CallError>& error) {
  try {
    flush_all(call, window);
  } catch (const CallError& thrown) {
    // The caller throws the error later, because the other members still wait in the fence for this one.
    error = thrown;
  }
  if (waits_for_all) {
    window.comm->group().barrier(call.site);
  } else {
    open_epoch_without_waiting(call, window);
  }
}

/// Returns how many accesses the other members have made to this node's memory in the epoch that a fence closes. The
/// members sum up these numbers together. Returns nothing if a member wants answers that say which accesses have
/// failed.
std::optional<std::uint64_t> count_accesses_before_fence(Call& call, Window& window) {
  constexpr std::uint64_t kWantsAnswers = std::uint64_t{1} << 40;
  std::vector<std::uint64_t> requests = std::exchange(window.request_counts_after_fence, {});
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

/// Ends the epoch that a fence closes: waits until this node has served all accesses of the epoch to its memory, the
/// number of which the members sum up together, and until its own accesses have their values. A member that has already
/// left the fence may make new requests; a node that is still in the fence serves them only after the requests of the
/// old epoch.
void end_fence_epoch_by_access_counts(Call& call, Window& window, std::optional<CallError>& error) {
  window.service->defer_requests_after_fence();
  const auto accesses = count_accesses_before_fence(call, window);
  if (!accesses) {
    window.service->end_fence();
    return end_fence_epoch_by_target_answers(call, window, true, error);
  }
  const Handle all_served = window.service->await_accesses_before_fence(*accesses, call.site);
  if (!all_served.empty()) call.node.wait(all_served, call.site);
  await_and_store_answers(call, window, all_ranks(window));
  window.accessed_targets.clear();
  window.service->end_fence();
}

/// Returns whether a fence ends its epoch by asking the targets for answers, instead of by counting accesses. So it
/// does for a shared window, because the program's own loads and stores send no messages; for a dynamic window, because
/// only the target knows whether an access was wrong; and in a run that looks for defects, because the answers order
/// the accesses.
bool is_fence_ended_by_target_answers(const Call& call, const Window& window) {
  return call.state.history || window.is_shared() || window.is_dynamic();
}

void fence(Call& call, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  if (const auto open = window.find_open_access_epoch()) fail_in_open_epoch(call, *open);
  if (const auto open = window.find_open_exposure_epoch()) fail_in_open_epoch(call, *open);
  if (const auto open = window.find_open_lock_epoch()) fail_in_open_epoch(call, *open);
  check_nostore_assertion(call, window, assertion);
  const bool is_accessed = window.fence_state == Window::FenceState::fence_epoch_open_with_accesses;
  record_completed_window_accesses(call, window);
  const bool need_not_wait = (assertion & MPI_MODE_NOPRECEDE) != 0;
  if (call.state.history && need_not_wait) {
    call.state.history->windows.record_fence_with_noprecede(name_of(window), window.comm->rank(), call.node.id());
  } else if (call.state.history) {
    call.state.history->windows.note_fence(name_of(window), static_cast<std::uint32_t>(window.comm->size()));
  }
  note_collective_begin(call, *window.comm, compared_call_of_fence(assertion));
  window.service->begin_fence(++window.fence_count, (assertion & MPI_MODE_NOPUT) != 0);
  window.fence_state = (assertion & MPI_MODE_NOSUCCEED) != 0 ? Window::FenceState::fence_epoch_closed
                                                             : Window::FenceState::fence_epoch_open;
  std::optional<CallError> error;
  if (is_fence_ended_by_target_answers(call, window)) {
    end_fence_epoch_by_target_answers(call, window, !need_not_wait || !waits_only_where_required(call), error);
  } else {
    end_fence_epoch_by_access_counts(call, window, error);
  }
  window.was_locked_after_fence = false;
  if (!need_not_wait) await_epoch_openings(call, window, all_ranks(window));
  note_collective_end(
      call, *window.comm, window.comm->last_collective_number(),
      need_not_wait ? EventKnowledgeAfterCollective::no_events : EventKnowledgeAfterCollective::events_of_all_members);
  note_window_synchronisation(call, window);
  if (error) throw CallError(*error);
  if (is_accessed && (assertion & MPI_MODE_NOPRECEDE) != 0) {
    fail(DefectClass::epoch_lifecycle, MPI_ERR_ASSERT,
         "MPI_MODE_NOPRECEDE says that this rank has made no access since the last fence, but it has");
  }
}

// --- post-start synchronisation (MPI_Win_post, MPI_Win_start, MPI_Win_complete, MPI_Win_wait) ------------------------

using EpochNotification = WindowHistory::EpochNotification;
using LockOrExposureEpoch = WindowHistory::LockOrExposureEpoch;

/// Records, if the run looks for defects, that the signal of a target's MPI_Win_post has arrived. Notes a defect if
/// only one of MPI_Win_post and MPI_Win_start was called with MPI_MODE_NOCHECK.
void note_post_received(Call& call, const Window& window, const Window::AwaitedEpochOpening& awaited) {
  if (!call.state.history || !awaited.is_notification_of_post) return;
  const auto post = call.state.history->windows.note_epoch_notification_received(
      name_of(window), EpochNotification::post, awaited.target_rank, window.comm->rank(), call.node.id());
  if (!post || post->has_nocheck == awaited.has_win_start_nocheck_assertion) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::epoch_lifecycle, awaited.site,
      fmt::format("it is called {} MPI_MODE_NOCHECK, and {} is not so",
                  awaited.has_win_start_nocheck_assertion ? "with" : "without", post->originating_call.text()),
      {post->originating_call});
}

/// If the run looks for defects, notes a defect unless this node knows that all `targets` have called MPI_Win_post, as
/// the program promises by passing MPI_MODE_NOCHECK to MPI_Win_start.
void check_posts_precede_start(Call& call, const Window& window, const std::vector<int>& targets) {
  if (!call.state.history) return;
  for (const int rank : targets) {
    if (call.state.history->windows.does_node_know_of_unreceived_win_post(name_of(window), rank, window.comm->rank(),
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
  if (const auto open = window.find_open_exposure_epoch()) fail_in_open_epoch(call, *open);
  const std::vector<int> origins = ranks_of_group_in_window(call, window, group);
  close_fence_epoch(window);
  record_start_of_lock_or_exposure(call, window, window.comm->rank(), {.kind = LockOrExposureEpoch::Kind::exposure});
  if (window.service->is_locked()) {
    record_end_of_lock_or_exposure(call, window, window.comm->rank(), LockOrExposureEpoch::Kind::exposure);
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
    exposure.post_sends.push_back(send_empty_message(call, window, rank, WindowService::kWinPostNotificationTag));
  }
  window.exposure = std::move(exposure);
  window.post_site = call.site;
  window.exposure_origins = origins;
}

void start(Call& call, MPI_Group group, int assertion, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_assertion(assertion);
  if (const auto open = window.find_open_access_epoch()) fail_in_open_epoch(call, *open);
  if (const auto open = window.find_open_lock_epoch()) fail_in_open_epoch(call, *open);
  std::vector<int> targets = ranks_of_group_in_window(call, window, group);
  close_fence_epoch(window);
  const bool is_unchecked = (assertion & MPI_MODE_NOCHECK) != 0;
  if (is_unchecked) check_posts_precede_start(call, window, targets);
  for (const int rank : targets) {
    const Handle receive =
        post_receive_of_epoch_notification(call, window, rank, WindowService::kWinPostNotificationTag);
    window.awaited_epoch_openings.push_back({.target_rank = rank,
                                             .receive = receive,
                                             .site = call.site,
                                             .is_notification_of_post = true,
                                             .has_win_start_nocheck_assertion = is_unchecked});
  }
  // MPI_Win_start and MPI_Win_complete need not wait for the targets (MPI 3.1, sec. 11.5.2). If they do not, the first
  // accesses to the targets wait.
  if (!waits_only_where_required(call)) await_epoch_openings(call, window, targets);
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
    // The error is thrown below, after the signals of completion for which the targets wait.
    error = thrown;
  }
  if (call.state.history)
    call.state.history->windows.note_end_of_started_accesses(name_of(window), call.node.id(), targets);
  for (const int rank : targets) {
    if (call.state.history) {
      call.state.history->windows.note_epoch_notification_sent(
          name_of(window), EpochNotification::completion_of_accesses, window.comm->rank(), rank,
          {call.node.id(), call.site}, false);
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
    history.note_epoch_notification_received(name_of(window), EpochNotification::completion_of_accesses, rank, me,
                                             call.node.id());
  history.note_end_of_exposure(name_of(window), me, call.node.id());
  record_end_of_lock_or_exposure(call, window, me, LockOrExposureEpoch::Kind::exposure);
  note_window_synchronisation(call, window);
}

void test(Call& call, MPI_Win win, int* flag) {
  Window& window = window_with_exposure_epoch(call, win);
  check_pointer(flag, "flag");
  *flag = call.node.test_all(window.exposure->completion_receives, call.site) ? 1 : 0;
  if (*flag != 0) wait(call, win);
}

}  // namespace

void note_window_synchronisation(Call& call, Window& window) {
  if (call.state.history)
    window.synchronisation_event = call.state.history->event_order.assign_event_number(call.node.id());
}

void check_assertion(int assertion) {
  constexpr int kAll = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;
  if ((assertion & ~kAll) != 0) fail(MPI_ERR_ASSERT, "assert {} has bits without a meaning", assertion);
}

std::vector<int> all_ranks(const Window& window) {
  std::vector<int> ranks;
  for (int rank = 0; rank < window.comm->size(); ++rank) ranks.push_back(rank);
  return ranks;
}

void close_fence_epoch(Window& window) {
  if (window.fence_state == Window::FenceState::fence_epoch_open_with_accesses)
    fail(MPI_ERR_RMA_SYNC, "the window was accessed after a fence; another fence has to end that epoch");
  window.fence_state = Window::FenceState::fence_epoch_closed;
}

void record_start_of_lock_or_exposure(Call& call, const Window& window, int target, LockOrExposureEpoch use) {
  if (!call.state.history) return;
  use.originating_call = {call.node.id(), call.site};
  const auto other = call.state.history->windows.add_lock_or_exposure_and_find_overlap(name_of(window), target, use);
  if (!other) return;
  const bool is_exposure = use.kind == LockOrExposureEpoch::Kind::exposure;
  const char* const verb = is_exposure || use.kind == other->kind ? "locks" : "exposes";
  const char* const how = use.kind == other->kind ? ", where one of the two has MPI_MODE_NOCHECK" : "";
  call.process.defect_notes.note_defect(
      call.node, DefectClass::epoch_lifecycle, call.site,
      fmt::format("it {} memory of rank {} that {} {}, and nothing orders the two{}", is_exposure ? "exposes" : "locks",
                  target, other->originating_call.text(), verb, how),
      {other->originating_call});
}

void record_end_of_lock_or_exposure(Call& call, const Window& window, int target, LockOrExposureEpoch::Kind kind) {
  if (call.state.history)
    call.state.history->windows.note_lock_or_exposure_ends(name_of(window), target, call.node.id(), kind);
}

void await_epoch_openings(Call& call, Window& window, std::span<const int> targets) {
  std::vector<Window::AwaitedEpochOpening>& all = window.awaited_epoch_openings;
  const auto first_awaited = std::ranges::stable_partition(all, [&](const Window::AwaitedEpochOpening& each) {
                               return std::ranges::find(targets, each.target_rank) == targets.end();
                             }).begin();
  if (first_awaited == all.end()) return;
  const std::vector<Window::AwaitedEpochOpening> awaited(first_awaited, all.end());
  all.erase(first_awaited, all.end());
  std::vector<Handle> receives;
  for (const Window::AwaitedEpochOpening& each : awaited) receives.push_back(each.receive);
  call.node.wait_all(receives, call.site);
  for (const Window::AwaitedEpochOpening& each : awaited) note_post_received(call, window, each);
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
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
