#include "runtime/programs/mpi/window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/served_message.hpp"

namespace switchyard::mpi {
namespace {

ServiceMessageKind service_message_kind_of_request(const WindowRequest& request) {
  if (request.kind == WindowRequest::Kind::lock)
    return request.requested_lock == WindowRequest::WindowLockKind::exclusive_lock ? ServiceMessageKind::exclusive_lock
                                                                                   : ServiceMessageKind::shared_lock;
  if (request.kind == WindowRequest::Kind::unlock)
    return request.body_bytes > 0 ? ServiceMessageKind::unlock_with_memory_hash : ServiceMessageKind::unlock;
  if (request.kind == WindowRequest::Kind::flush) return ServiceMessageKind::flush;
  if (!request.is_atomic()) return ServiceMessageKind::free;
  if (request.is_atomic_read()) return ServiceMessageKind::atomic_read;
  if (request.kind == WindowRequest::Kind::compare_and_swap && request.layout_bytes == 0)
    return compare_and_swap_kind_for_size(request.body_bytes / 2);
  return request.is_commuting_addition() ? ServiceMessageKind::addition : ServiceMessageKind::atomic;
}

/// Returns a number for a lock of `rank`. It is the same for two locks under which this node has seen the same contents
/// of its own memory and has not changed them. It is 0 if the node has changed its memory, or if that is not known.
std::uint64_t own_memory_version_under_lock(const Call& call, const Window& window, int rank) {
  if (!call.state.history) return 0;
  if (rank != window.comm->rank()) return 1;
  return hash_of_own_memory(window) == window.own_memory_hash_at_lock ? window.own_memory_hash_at_lock : 0;
}

MessageOptions options_for_request(const Window& window, const WindowRequest& request) {
  return {.tag = tag_of(service_message_kind_of_request(request),
                        {.first = request.first_memory_cell, .count = request.memory_cell_count}),
          .protocol = WindowService::kOneSidedProtocol,
          .context = window.comm->context()};
}

[[noreturn]] void fail_for_failed_access(std::int32_t code, int rank) {
  if (code == MPI_ERR_RMA_SYNC) {
    fail(code, "memory of rank {} was accessed after a fence, and locked before the next one", rank);
  }
  if (code == MPI_ERR_ASSERT) {
    fail(DefectClass::epoch_lifecycle, code,
         "memory of rank {} was changed, which that rank has excluded by MPI_MODE_NOPUT", rank);
  }
  fail(code, "an access to rank {} since the last synchronisation was outside of the memory that it has attached",
       rank);
}

void fail_for_first_error_code(std::span<const std::int32_t> codes, std::span<const int> targets) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] != MPI_SUCCESS) fail_for_failed_access(codes[i], targets[i]);
  }
}

void await_and_store_answer(Call& call, AwaitedAnswerToOneSidedAccess& answer) {
  if (answer.is_answer_stored) return;
  Handle handle = answer.handle;
  if (RequestRecord* record = call.state.requests.find(answer.request)) std::swap(handle, record->handle);
  if (!handle.empty()) call.node.wait(handle, call.site);
  call.process.memory_watch.check_and_stop_watching_call(call.node, call.process.defect_notes, call.site,
                                                         answer.memory_watch_id);
  answer.store_answer_values();
}

}  // namespace

void AwaitedAnswerToOneSidedAccess::store_answer_values() {
  if (is_answer_stored) return;
  is_answer_stored = true;
  if (!packed_values.empty())
    unpack(packed_values, description_of_returned_values.buffer, description_of_returned_values.count,
           *description_of_returned_values.type);
}

const WindowPtr& window_of(Call& call, MPI_Win win) {
  const WindowPtr* found = call.state.windows.find(win);
  if (found == nullptr) {
    if (win == MPI_WIN_NULL) fail(MPI_ERR_WIN, "the window is MPI_WIN_NULL");
    fail(MPI_ERR_WIN, "the window was freed, or is none");
  }
  call.window_for_errors = win;
  return *found;
}

WindowHistory::WindowId name_of(const Window& window) { return window.comm->id(); }

void record_completed_window_accesses(Call& call, const Window& window, const std::vector<int>& targets) {
  if (call.state.history) call.state.history->windows.note_completed_accesses(name_of(window), call.node.id(), targets);
}

void note_returned_values_arrived(Call& call, const Window& window, std::span<const int> targets) {
  if (call.state.history)
    call.state.history->windows.note_returned_values_arrived(name_of(window), call.node.id(), targets);
}

std::string Window::OpenEpoch::text() const {
  return fmt::format("{} was not called after {}", name_of_epoch_ending_call,
                     call_text(site.called_function_name_or_default("a call"), site));
}

std::optional<Window::OpenEpoch> Window::find_open_access_epoch() const {
  return access_epoch_targets ? std::optional(OpenEpoch{"MPI_Win_complete", start_site}) : std::nullopt;
}
std::optional<Window::OpenEpoch> Window::find_open_exposure_epoch() const {
  return exposure ? std::optional(OpenEpoch{"MPI_Win_wait", post_site}) : std::nullopt;
}
std::optional<Window::OpenEpoch> Window::find_open_lock_epoch() const {
  if (holds_locks_of_all_targets) return OpenEpoch{"MPI_Win_unlock_all", lock_all_site};
  return locks.empty() ? std::nullopt : std::optional(OpenEpoch{"MPI_Win_unlock", locks.begin()->second.site});
}
std::optional<Window::OpenEpoch> Window::find_open_fence_epoch() const {
  return accessed_targets.empty() ? std::nullopt : std::optional(OpenEpoch{"MPI_Win_fence", access_site});
}

void fail_in_open_epoch(Call& call, const Window::OpenEpoch& open, const std::string& text) {
  call.process.defect_notes.note_defect(call.node, DefectClass::epoch_lifecycle, open.site,
                                        fmt::format("{} was not called before {}", open.name_of_epoch_ending_call,
                                                    call_text(call.function_name, call.site)));
  fail(MPI_ERR_RMA_SYNC, "{}", text);
}
void fail_in_open_epoch(Call& call, const Window::OpenEpoch& open) { fail_in_open_epoch(call, open, open.text()); }

void check_window_is_not_in_use(Call& call, const Window& window) {
  for (const auto& open : {window.find_open_access_epoch(), window.find_open_exposure_epoch(),
                           window.find_open_lock_epoch(), window.find_open_fence_epoch()}) {
    if (open) fail_in_open_epoch(call, *open, "the window is in use: " + open->text());
  }
}

std::byte* Window::memory_of_rank(std::size_t rank) const {
  return is_shared() ? shared_part_addresses[rank] : static_cast<std::byte*>(base);
}

std::string Window::text() const { return name.empty() ? "the window of " + call_text("MPI", site) : name; }

std::uint64_t hash_of_own_memory(const Window& window) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 16U;
  const auto me = static_cast<std::size_t>(window.comm->rank());
  const std::uint64_t bytes = window.memory_shapes[me].bytes;
  if (window.is_dynamic() || window.is_shared() || bytes > kMostBytes) return 0;
  return std::hash<std::string_view>{}(
             {static_cast<const char*>(static_cast<void*>(window.memory_of_rank(me))), bytes}) |
         1U;
}

void await_window_memory_sizes_and_units(Call& call, Window& window) {
  if (const auto coming = std::exchange(window.handle_of_memory_sizes_exchange, std::nullopt))
    call.node.wait(*coming, call.site);
}

void check_target(const Window& window, int rank) {
  if (rank == MPI_PROC_NULL || (rank >= 0 && rank < window.comm->size())) return;
  fail(MPI_ERR_RANK, "there is no target {}; ranks are 0 to {}", rank, window.comm->size() - 1);
}

void post_request(Node& node, CallSite site, Window& window, NodeId target, const WindowRequest& request,
                  std::span<const std::byte> layout, std::span<const std::byte> data) {
  auto& [sends, copies] = window.outgoing_requests;
  if (sends.size() >= Window::OutgoingRequests::kMostSends) {
    node.wait_all(sends, site);
    sends.clear();
  }
  if (copies.size() <= sends.size()) copies.resize(sends.size() + 1);
  std::vector<std::byte>& copy = copies[sends.size()];
  copy.resize(sizeof request + layout.size() + data.size());
  auto end = std::ranges::copy(std::as_bytes(std::span(&request, 1)), copy.begin()).out;
  end = std::ranges::copy(layout, end).out;
  std::ranges::copy(data, end);
  sends.push_back(node.post_send(target, copy, options_for_request(window, request), site));
}

std::vector<std::int32_t> request_and_await_answers(Call& call, Window& window, WindowRequest request,
                                                    std::span<const int> targets,
                                                    const std::shared_ptr<const ServiceLocks::Call>& lock) {
  std::vector<std::int32_t> codes(targets.size());
  std::vector<Handle> answers;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const NodeId target = window.comm->node_at(targets[i]);
    request.answer_tag = window.next_answer_tag();
    answers.push_back(call.node.post_receive(target, std::as_writable_bytes(std::span(&codes[i], 1)),
                                             TagSelector(request.answer_tag, window.comm->context()), call.site));
    if (lock) {
      call.node.service_locks().note_lock_request(lock_service_of(window, target), call.node.id(), request.answer_tag,
                                                  static_cast<std::uint32_t>(targets[i]), lock);
    }
    const std::uint64_t view =
        request.kind == WindowRequest::Kind::unlock ? own_memory_version_under_lock(call, window, targets[i]) : 0;
    request.body_bytes = view == 0 ? 0 : sizeof view;
    post_request(call.node, call.site, window, target, request, {},
                 std::as_bytes(std::span(&view, 1)).first(request.body_bytes));
  }
  std::vector<Handle>& sends = window.outgoing_requests.sends;
  answers.insert(answers.end(), sends.begin(), sends.end());
  call.node.wait_all(answers, call.site);
  sends.clear();
  return codes;
}

void await_and_store_answers(Call& call, Window& window, std::span<const int> targets) {
  const bool are_all = targets.size() == window.memory_shapes.size();
  const auto is_meant = [&](int rank) { return are_all || std::ranges::find(targets, rank) != targets.end(); };
  for (const auto& [target, touch] : window.watches_of_origin_memory) {
    if (is_meant(target))
      call.process.memory_watch.check_and_stop_watching_call(call.node, call.process.defect_notes, call.site, touch);
  }
  std::erase_if(window.watches_of_origin_memory, [&](const auto& each) { return is_meant(each.first); });
  for (const auto& answer : window.awaited_answers) {
    if (is_meant(answer->target_rank)) await_and_store_answer(call, *answer);
  }
  std::erase_if(window.awaited_answers, [](const auto& answer) { return answer->is_answer_stored; });
  note_returned_values_arrived(call, window, targets);
}

/// Lets other nodes access this node's memory during a call that waits for nothing. After many such calls in a row in
/// which no request was served, the node sleeps, as after many tests. For a shared window, the call takes virtual time,
/// so that the node does not sleep, because the program may be waiting for a change of memory that comes without a
/// message.
void serve_requests_of_other_nodes(Call& call, const Window& window) {
  if (window.window_flavor == MPI_WIN_FLAVOR_SHARED) call.node.compute(call.node.rates().poll, call.site);
  call.node.test(window.service_request, call.site);
}

void note_poll_of_memory(Call& call, const Window& window, int target, std::int64_t displacement) {
  if (!call.state.history) return;
  CallHistory& history = *call.state.history;
  const MemoryPolls::PolledWindowLocation place{name_of(window), target, displacement};
  const std::uint32_t repetitions = history.memory_polls.count_poll(call.node.id(), place);
  if (repetitions == 0) return;
  if (history.memory_polls.needs_state_at_poll(call.node.id())) {
    history.memory_polls.note_state_at_poll(call.node.id(), place, call.process.hash_of_state(call.program_errno));
  }
  // The more often a node has polled in a row, the longer it pauses, so that a run contains only few polls. After very
  // many polls, the program probably counts its polls; the pauses are then shorter, so that they take only a small part
  // of the time that the run may take.
  constexpr std::uint32_t kManyPolls = 2000, kLongestPausePower = 13, kPausePowerOfManyPolls = 8;
  const std::uint32_t power =
      repetitions > kManyPolls ? kPausePowerOfManyPolls : std::min(repetitions, kLongestPausePower);
  call.node.compute(call.node.rates().poll * (1U << power), call.site);
  const auto is_in_call = [&](NodeId node) {
    const CallHistory::LastCallOfNode& last = history.last_calls[index(node)];
    return last.is_inside_call || last.site.called_function_name_or_default("") == "MPI_Finalize";
  };
  if (!history.memory_polls.is_poll_endless(call.node, is_in_call)) return;
  // Collectives that other nodes have begun, and that will not be completed, are only a consequence of this deadlock.
  history.has_run_failed = true;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::deadlock, call.site,
      fmt::format("it reads the same memory of rank {} of {} again and again, and no node is left that could change it",
                  target, window.text()));
  const int me_in_window = window.comm->rank();
  const int other = target != me_in_window ? target : me_in_window == 0 ? 1 : 0;
  if (other >= window.comm->size())
    fail(DefectClass::deadlock, MPI_ERR_OTHER, "it reads memory again and again that no other node can change");
  const TagSelector never_sent(WindowService::kNeverSentTag, window.comm->context());
  call.node.wait(call.node.post_receive(window.comm->node_at(other), {}, never_sent, call.site), call.site);
}

void flush(Call& call, Window& window, std::span<const int> targets) {
  std::vector<int> others;
  const int me = window.comm->rank();
  for (const int rank : targets) {
    if (window.accessed_targets.erase(rank) > 0 && (rank != me || call.state.history)) others.push_back(rank);
  }
  const std::vector<std::int32_t> codes =
      request_and_await_answers(call, window, {.kind = WindowRequest::Kind::flush}, others);
  await_and_store_answers(call, window, targets);
  fail_for_first_error_code(codes, others);
  const std::int32_t own = window.service->take_first_error(call.node.id());
  if (own != MPI_SUCCESS) fail_for_failed_access(own, me);
}

/// An unlock request includes a flush: its answer has the same error code as the answer to a flush would have.
void flush_and_release_locks(Call& call, Window& window, std::span<const int> targets) {
  for (const int rank : targets) window.accessed_targets.erase(rank);
  const std::vector<std::int32_t> codes =
      request_and_await_answers(call, window, {.kind = WindowRequest::Kind::unlock}, targets);
  for (const int rank : targets) {
    const NodeId target = window.comm->node_at(rank);
    call.node.service_locks().note_release(lock_service_of(window, target), call.node.id());
  }
  window.own_memory_hash_at_lock = 0;
  await_and_store_answers(call, window, targets);
  fail_for_first_error_code(codes, targets);
}

void flush_all(Call& call, Window& window) {
  flush(call, window, std::vector<int>(window.accessed_targets.begin(), window.accessed_targets.end()));
}

void stop_service(Node& node, Window& window, CallSite site) {
  if (window.exposure) {
    auto& [posts, completions] = *window.exposure;
    posts.insert(posts.end(), completions.begin(), completions.end());
    for (const Handle& handle : posts) node.cancel(handle, site);
    node.wait_all(posts, site);
  }
  const WindowRequest request{.kind = WindowRequest::Kind::stop};
  node.wait_all(window.outgoing_requests.sends, site);
  node.send(node.id(), std::as_bytes(std::span(&request, 1)), options_for_request(window, request), site);
  node.wait(window.service_request, site);
}

}  // namespace switchyard::mpi
