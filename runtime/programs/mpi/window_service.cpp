#include "runtime/programs/mpi/window_service.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "runtime/group.hpp"
#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"
#include "runtime/programs/mpi/layout_message.hpp"
#include "runtime/programs/mpi/packing.hpp"

namespace switchyard::mpi {
namespace {

// For a posted receive of the window's service, Message::rank says what is received: the request of another node, or
// the body of a request, which comes as a second message. For the send of a large answer, Message::rank is the number
// of the answer.
constexpr std::uint32_t kRankMarkingRequestReceive = 0, kRankMarkingRequestBodyReceive = 1;

template <class Value>
std::vector<std::byte> make_byte_copy_of_value(Value value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

}  // namespace

bool WindowRequest::is_atomic() const noexcept {
  return kind == Kind::accumulate || kind == Kind::get_accumulate || kind == Kind::compare_and_swap;
}

/// Sums of floating-point numbers do not count as additions that commute with each other, because their result depends
/// on the order.
bool WindowRequest::is_commuting_addition() const noexcept {
  if (kind != Kind::accumulate || layout_bytes > 0) return false;
  if (operation == PredefinedReductionOperation::replace || operation == PredefinedReductionOperation::no_operation)
    return false;
  const TypeClass of = named_type_facts_of(type).type_class;
  return of == TypeClass::c_integer || of == TypeClass::fortran_integer || of == TypeClass::logical ||
         of == TypeClass::byte;
}

bool WindowRequest::is_atomic_read() const noexcept {
  return kind == Kind::get_accumulate && operation == PredefinedReductionOperation::no_operation;
}

bool WindowRequest::changes_memory() const noexcept { return kind == Kind::put || (is_atomic() && !is_atomic_read()); }

WindowService::WindowService(Node& node, Context context, CallSite site, WindowMemory memory)
    : CollectiveUnderWay({.context = context, .tag = tag_of(ServiceMessageKind::free), .site = site, .group = nullptr},
                         {}, {}),
      node_(node),
      memory_(std::move(memory)) {}

void WindowService::post_next_round(Node& /*node*/) {
  if (!is_stopped_) listen_for_requests();
}

void WindowService::listen_for_requests() {
  const Handle handle = node_.post_receive(kAnyNode, request_buffer_, tags_of_service_messages(context()), site());
  messages_of_round().push_back(
      {.handle = handle, .rank = kRankMarkingRequestReceive, .is_receive = true, .bytes = request_buffer_.size()});
}

void WindowService::on_message_complete(const Message& message, const Received& received) {
  if (!message.is_receive) {
    sent_answers_.erase(message.rank);
    return;
  }
  if (received.cancelled) return;
  if (message.rank == kRankMarkingRequestReceive) {
    std::array<std::byte, sizeof(WindowRequest) + kEagerBytes> copy;
    std::memcpy(copy.data(), request_buffer_.data(), received.bytes);
    take_request_message(received.source, std::span(copy).first(received.bytes));
    if (!is_stopped_) listen_for_requests();
    return;
  }
  deferred_requests_[received.source].front().is_body_missing = false;
  serve_deferred_requests_of(received.source);
}

void WindowService::take_request_message(NodeId source, std::span<const std::byte> message) {
  WindowRequest request;
  std::memcpy(&request, message.data(), sizeof request);
  const auto body = message.subspan(sizeof request);
  const bool lacks_body = request.body_bytes > body.size();
  const auto found = deferred_requests_.find(source);
  if (found == deferred_requests_.end() && !lacks_body && !must_wait_for_end_of_fence(request))
    return serve_request(source, request, body);
  std::deque<DeferredRequest>& queue = deferred_requests_[source];
  queue.push_back({request, {body.begin(), body.end()}, lacks_body});
  if (queue.size() == 1 && lacks_body) receive_request_body(source);
}

void WindowService::receive_request_body(NodeId source) {
  DeferredRequest& first = deferred_requests_[source].front();
  first.body.resize(first.request.body_bytes);
  const Handle handle = node_.post_receive(source, first.body, {kDataTag, context()}, site());
  messages_of_round().push_back(
      {.handle = handle, .rank = kRankMarkingRequestBodyReceive, .is_receive = true, .bytes = first.body.size()});
}

void WindowService::serve_deferred_requests_of(NodeId source) {
  std::deque<DeferredRequest>& queue = deferred_requests_[source];
  while (!queue.empty()) {
    if (queue.front().is_body_missing) return receive_request_body(source);
    if (must_wait_for_end_of_fence(queue.front().request)) return;
    const DeferredRequest first = std::move(queue.front());
    queue.pop_front();
    serve_request(source, first.request, first.body);
  }
  deferred_requests_.erase(source);
}

void WindowService::serve_request(NodeId source, const WindowRequest& request, std::span<const std::byte> body) {
  switch (request.kind) {
    case Kind::stop:
      is_stopped_ = true;
      return;
    case Kind::flush:
      return send_answer(source, request.answer_tag, make_byte_copy_of_value(take_first_error(source)));
    case Kind::lock:
      if (const std::int32_t code = check_epoch_of_lock(request); code != MPI_SUCCESS)
        return send_answer(source, request.answer_tag, make_byte_copy_of_value(code));
      node_.service_locks().note_arrival({context(), node_.id()}, source);
      waiting_lock_requests_.push_back({source, request.answer_tag, request.requested_lock});
      return grant_waiting_locks();
    case Kind::unlock:
      if (exclusive_lock_holder_ == source) {
        exclusive_lock_holder_.reset();
      } else {
        --shared_lock_holder_count_;
      }
      node_.service_locks().note_release({context(), node_.id()}, source);
      send_answer(source, request.answer_tag, make_byte_copy_of_value(take_first_error(source)));
      return grant_waiting_locks();
    case Kind::run_service_function:
      return send_answer(source, request.answer_tag, make_byte_copy_of_value(requested_service_function_(source)));
    case Kind::put:
    case Kind::accumulate:
      access_window_memory(source, request, body);
      return count_access(request);
    default:
      send_answer(source, request.answer_tag, access_window_memory(source, request, body));
      return count_access(request);
  }
}

/// Returns whether a request was made by a node that has already left the fence in which this node still is. Requests
/// of the kinds flush, unlock and stop do not have the number of a fence. They wait nevertheless if an earlier request
/// of their node waits.
bool WindowService::must_wait_for_end_of_fence(const WindowRequest& request) const noexcept {
  return defers_requests_ && request.fence_number == fence_number_ && request.kind != Kind::flush &&
         request.kind != Kind::unlock && request.kind != Kind::stop;
}

void WindowService::count_access(const WindowRequest& request) {
  if (request.epoch_kind != WindowRequest::EpochKind::fence) return;
  ++served_access_counts_[request.fence_number % 2];
  if (completion_handle_of_served_accesses_.empty() ||
      served_access_counts_[(fence_number_ + 1) % 2] < awaited_access_count_)
    return;
  Group::complete_manual_handle(completion_handle_of_served_accesses_);
  completion_handle_of_served_accesses_ = {};
}

void WindowService::begin_fence(std::uint8_t number, bool forbids_remote_memory_changes) noexcept {
  fence_number_ = number;
  exposures_after_fences_[number % 2] = {.forbids_remote_memory_changes = forbids_remote_memory_changes};
  served_access_counts_[number % 2] = 0;
  last_fence_before_access_.reset();
  last_fence_before_lock_.reset();
}

Handle WindowService::await_accesses_before_fence(std::uint64_t count, CallSite site) {
  if (served_access_counts_[(fence_number_ + 1) % 2] == count) return {};
  awaited_access_count_ = count;
  return completion_handle_of_served_accesses_ = Group::make_manually_completed_handle(node_, context(), site);
}

bool WindowService::has_forbidden_changes_before_fence() const noexcept {
  return exposures_after_fences_[(fence_number_ + 1) % 2].forbids_remote_memory_changes;
}

void WindowService::end_fence() {
  defers_requests_ = false;
  std::vector<NodeId> sources;
  for (const auto& [source, queue] : deferred_requests_) {
    if (!queue.front().is_body_missing) sources.push_back(source);
  }
  for (const NodeId source : sources) serve_deferred_requests_of(source);
}

/// Memory that is accessed after a fence is exposed until the next fence, and must not be locked in between (MPI 3.1,
/// sec. 11.5.3). The numbers of fences show whether an access and a lock happen between the same two fences, even if
/// this node has called the second fence already: no member is ahead of another member by more than one fence.
std::int32_t WindowService::check_epoch_of_access(const WindowRequest& request) noexcept {
  if (request.epoch_kind == WindowRequest::EpochKind::lock) return MPI_SUCCESS;
  const bool is_after_fence = request.epoch_kind == WindowRequest::EpochKind::fence;
  if (is_after_fence) last_fence_before_access_ = request.fence_number;
  if (is_after_fence && last_fence_before_lock_ == request.fence_number) return MPI_ERR_RMA_SYNC;
  const ExposureEpochAssertions exposure = is_after_fence ? exposures_after_fences_[request.fence_number % 2]
                                                          : current_exposure_.value_or(ExposureEpochAssertions{});
  return exposure.forbids_remote_memory_changes && request.changes_memory() ? MPI_ERR_ASSERT : MPI_SUCCESS;
}

std::int32_t WindowService::check_epoch_of_lock(const WindowRequest& request) noexcept {
  if (current_exposure_ || last_fence_before_access_ == request.fence_number) return MPI_ERR_RMA_SYNC;
  last_fence_before_lock_ = request.fence_number;
  return MPI_SUCCESS;
}

bool WindowService::can_grant_lock(WindowLockKind lock) const noexcept {
  return !exclusive_lock_holder_ && (lock != WindowLockKind::exclusive_lock || shared_lock_holder_count_ == 0);
}

void WindowService::grant_lock(const WaitingLockRequest& one) {
  if (one.lock == WindowLockKind::exclusive_lock) {
    exclusive_lock_holder_ = one.source;
  } else {
    ++shared_lock_holder_count_;
  }
  node_.service_locks().note_lock_grant({context(), node_.id()}, one.source);
  send_answer(one.source, one.answer_tag, make_byte_copy_of_value<std::int32_t>(MPI_SUCCESS));
}

/// Grants locks in the order in which they were requested, so that no node waits for ever while others get the lock. An
/// exception are locks of the kind shared_by_holder_of_several_locks, which do not wait for exclusive locks that were
/// requested earlier: such an exclusive lock may have to wait for a node that holds a shared lock of this memory, and
/// that node may wait for a lock of another target, so that a deadlock would be possible.
void WindowService::grant_waiting_locks() {
  while (!waiting_lock_requests_.empty() && can_grant_lock(waiting_lock_requests_.front().lock)) {
    const WaitingLockRequest first = waiting_lock_requests_.front();
    waiting_lock_requests_.pop_front();
    grant_lock(first);
  }
  if (!can_grant_lock(WindowLockKind::shared_by_holder_of_several_locks)) return;
  const auto [begin, end] = std::ranges::stable_partition(waiting_lock_requests_, [](const WaitingLockRequest& one) {
    return one.lock != WindowLockKind::shared_by_holder_of_several_locks;
  });
  const std::vector<WaitingLockRequest> granted(begin, end);
  waiting_lock_requests_.erase(begin, end);
  for (const WaitingLockRequest& one : granted) grant_lock(one);
}

void WindowService::send_answer(NodeId to, Tag tag, std::vector<std::byte> data) {
  const MessageOptions options{.tag = tag, .protocol = kOneSidedProtocol, .context = context()};
  // A small answer is sent as a copy, so that the node need not wait until it is sent. This saves one wait for each
  // small answer.
  if (data.size() <= kEagerBytes) return node_.post_send_of_copy(to, data, options, site());
  const std::uint32_t slot = next_answer_number_++;
  const std::vector<std::byte>& kept = sent_answers_[slot] = std::move(data);
  const Handle handle = node_.post_send(to, kept, options, site());
  messages_of_round().push_back({.handle = handle, .rank = slot, .is_receive = false, .bytes = kept.size()});
}

std::int32_t WindowService::take_first_error(NodeId source) {
  const auto found = first_errors_by_node_.find(source);
  if (found == first_errors_by_node_.end()) return MPI_SUCCESS;
  const std::int32_t code = found->second;
  first_errors_by_node_.erase(found);
  return code;
}

/// Returns whether all of the `bytes` bytes from the address `at` on are in the window. In a dynamic window they may
/// lie in several attached pieces of memory that follow each other without a gap.
bool WindowService::is_memory_in_window(const std::byte* at, std::uint64_t bytes) const {
  const auto place = reinterpret_cast<std::uintptr_t>(at);
  const auto bytes_in = [&](const std::byte* begin, std::uint64_t size) {
    const auto from = reinterpret_cast<std::uintptr_t>(begin);
    return place >= from && place - from <= size ? size - (place - from) : 0;
  };
  if (!memory_.is_dynamic) return bytes_in(memory_.base, memory_.bytes) >= bytes;
  auto part = memory_.attached_sizes.upper_bound(const_cast<std::byte*>(at));
  if (part == memory_.attached_sizes.begin()) return false;
  --part;
  std::uint64_t inside = bytes_in(part->first, part->second);
  for (const std::byte* end = part->first + part->second; inside > 0 && inside < bytes; end += part->second) {
    if (++part == memory_.attached_sizes.end() || part->first != end) return false;
    inside += part->second;
  }
  return inside >= bytes;
}

/// Returns whether `count` values of a datatype, the first one at address `at`, lie in the memory of the window. In a
/// dynamic window, the gaps between the values need not be attached memory.
bool WindowService::are_values_in_window(std::byte* at, std::uint64_t count, const TypeLayout& layout) const {
  const std::int64_t last = static_cast<std::int64_t>(count - 1) * layout.extent();
  const std::byte* const low = at + layout.true_lower_bound() + std::min<std::int64_t>(last, 0);
  if (is_memory_in_window(low, static_cast<std::uint64_t>(layout.true_extent() + std::abs(last)))) return true;
  if (!memory_.is_dynamic) return false;
  bool are_all = true;
  const auto is_row = [](const TypeLayout& type) { return type.is_dense(); };
  const auto check = [&](std::byte* begin, std::uint64_t rows, std::int64_t stride, const TypeLayout& row) {
    for (std::uint64_t i = 0; i < rows && are_all; ++i) {
      are_all = is_memory_in_window(begin + static_cast<std::int64_t>(i) * stride, row.size());
    }
    return are_all;
  };
  detail::for_each_part_of_layout(at, count, layout.extent(), layout, is_row, check);
  return are_all;
}

std::vector<std::byte> WindowService::serve_own_request(const WindowRequest& request, std::span<const std::byte> body) {
  return access_window_memory(node_.id(), request, body);
}

/// Carries out a one-sided access to the window's memory on this node. Returns the values that the memory had before
/// the access, if the request asks for them, or if the new values are computed from them.
std::vector<std::byte> WindowService::access_window_memory(NodeId source, const WindowRequest& request,
                                                           std::span<const std::byte> body) {
  const LayoutPtr layout =
      request.layout_bytes > 0 ? read_layout(body.first(request.layout_bytes)) : layout_of(request.type);
  const std::span<const std::byte> data = body.subspan(request.layout_bytes);
  std::byte* const at = memory_.is_dynamic ? reinterpret_cast<std::byte*>(request.target_displacement)
                                           : memory_.base + request.target_displacement * memory_.displacement_unit;
  const std::uint64_t bytes = request.value_count * layout->size();
  std::vector<std::byte> before;
  const bool tells = request.kind != Kind::put && request.kind != Kind::accumulate;
  if (bytes == 0) return before;
  if (const std::int32_t code = check_epoch_of_access(request); code != MPI_SUCCESS)
    first_errors_by_node_.try_emplace(source, code);
  if (!are_values_in_window(at, request.value_count, *layout)) {
    first_errors_by_node_.try_emplace(source, MPI_ERR_RMA_RANGE);
    before.resize(tells ? bytes : 0);
    return before;
  }
  if (const Duration cost = node_.rates().copy * bytes; cost > Duration::zero()) node_.compute(cost, site());
  if (memory_change_listener_ && source != node_.id() && request.changes_memory())
    memory_change_listener_(source, request, byte_ranges_of(Values{at, request.value_count, layout}));
  const bool replaces = request.operation == PredefinedReductionOperation::replace;
  const bool combines =
      !replaces && request.operation != PredefinedReductionOperation::no_operation && request.kind != Kind::get;
  bool changes = replaces || combines;
  if (tells || combines) {
    before.resize(bytes);
    pack(at, request.value_count, *layout, before);
  }
  if (request.kind == Kind::compare_and_swap) {
    // For a compare-and-swap, `data` contains the value to compare with, followed by the value to store.
    changes = std::memcmp(before.data(), data.data(), bytes) == 0;
    if (changes) unpack(data.subspan(bytes), at, request.value_count, *layout);
  } else if (request.kind != Kind::get && replaces) {
    unpack(data, at, request.value_count, *layout);
  } else if (combines) {
    const NamedType type = *common_predefined_type_of(*layout);
    std::vector<std::byte> after(bytes);
    combine_function_of(request.operation, type)(after.data(), before.data(), data.data(),
                                                 bytes / layout_of(type)->size());
    unpack(after, at, request.value_count, *layout);
  }
  if (atomic_access_listener_ && request.is_atomic()) {
    std::vector<std::byte> after(before.size());
    if (changes) pack(at, before.empty() ? 0 : request.value_count, *layout, after);
    atomic_access_listener_(source, request,
                            !changes                             ? AtomicResult::memory_only_read
                            : !before.empty() && after == before ? AtomicResult::memory_overwritten_with_equal_values
                                                                 : AtomicResult::memory_values_changed);
  }
  return before;
}

}  // namespace switchyard::mpi
