/// \file window_accesses.cpp
/// MPI's one-sided accesses: put, get, accumulate and their relatives.
///
/// Source: MPI 3.1, sec. 11.3.
///
/// A one-sided access is complete at its origin as soon as its request has been sent or, if it
/// returns values, its answer has come.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/group.hpp"
#include "runtime/programs/mpi/completed_communication.hpp"
#include "runtime/programs/mpi/layout_message.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/operation.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

using RequestKind = WindowRequest::Kind;

/// The arguments of a one-sided access that describe the values at its origin, as a program passes them.
struct OriginArguments {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};
struct TargetArguments {
  int rank;
  MPI_Aint displacement;
  MPI_Count count;
  MPI_Datatype type;
};

struct CheckedWindowAccess {
  Window& window;
  int target;
  LayoutPtr layout;  ///< layout of the values of the access in the target's memory
  WindowRequest request{};

  bool is_target_this_node() const noexcept { return target == window.comm->rank(); }
  std::uint64_t bytes() const noexcept { return request.value_count * layout->size(); }
  std::int64_t displacement_unit() const noexcept {
    return window.memory_shapes[static_cast<std::size_t>(target)].displacement_unit;
  }
};

/// Returns the kind of the epoch in which this node may access memory of the member with the rank `rank`; nothing if no
/// epoch that allows it is open.
std::optional<WindowRequest::EpochKind> epoch_of_access(Window& window, int rank) {
  if (window.is_locked(rank)) return WindowRequest::EpochKind::lock;
  if (window.access_epoch_targets) {
    const bool is_target = std::ranges::find(*window.access_epoch_targets, rank) != window.access_epoch_targets->end();
    return is_target ? std::optional(WindowRequest::EpochKind::start) : std::nullopt;
  }
  if (window.fence_state == Window::FenceState::fence_epoch_closed) return std::nullopt;
  window.fence_state = Window::FenceState::fence_epoch_open_with_accesses;
  return WindowRequest::EpochKind::fence;
}

WindowRequest::EpochKind checked_epoch_of_access(const Call& call, Window& window, int rank,
                                                 const MPI_Request* request) {
  if (request != nullptr && !window.is_locked(rank))
    fail(MPI_ERR_RMA_SYNC, "rank {} is not locked, as accesses with a request need it", rank);
  const auto epoch = epoch_of_access(window, rank);
  if (window.fence_state == Window::FenceState::fence_epoch_open_with_accesses) window.access_site = call.site;
  if (!epoch) fail(MPI_ERR_RMA_SYNC, "there is no epoch for an access to rank {}: no fence, start or lock", rank);
  return *epoch;
}

void check_access_is_in_window(const CheckedWindowAccess& access) {
  // A limit far below the largest number, so that adding other sizes to it does not overflow.
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
  if (access.window.is_dynamic() || access.bytes() == 0) return;
  const WindowRequest& request = access.request;
  const Window::WindowMemoryShape& shape = access.window.memory_shapes[static_cast<std::size_t>(access.target)];
  const std::int64_t last = static_cast<std::int64_t>(request.value_count - 1) * access.layout->extent();
  std::int64_t begin = 0;
  if (__builtin_mul_overflow(request.target_displacement, shape.displacement_unit, &begin) || begin > kFarthest)
    fail(MPI_ERR_RMA_RANGE, "target_disp {} is outside of the window of rank {}", request.target_displacement,
         access.target);
  const std::int64_t low = begin + access.layout->true_lower_bound() + std::min<std::int64_t>(last, 0);
  const std::int64_t end = low + access.layout->true_extent() + std::abs(last);
  if (low < 0 || end > static_cast<std::int64_t>(shape.bytes))
    fail(MPI_ERR_RMA_RANGE, "bytes {} to {} are outside of the window of rank {}, which has {} B", low, end - 1,
         access.target, shape.bytes);
}

/// Stores in the request of an atomic access which memory the access uses, if that memory is contiguous
/// (ServiceMemoryCells). Addresses in dynamic windows are not stored, as they may differ from run to run.
void set_accessed_memory_cells(CheckedWindowAccess& access) {
  WindowRequest& request = access.request;
  if (!request.is_atomic() || access.window.is_dynamic() || !access.layout->is_named()) return;
  const auto cells = ServiceMemoryCells::of(
      static_cast<std::uint64_t>(request.target_displacement * access.displacement_unit()), access.bytes());
  request.first_memory_cell = static_cast<std::uint8_t>(cells.first);
  request.memory_cell_count = static_cast<std::uint8_t>(cells.count);
}

/// Checks the arguments that a program passes for a one-sided access, and returns a description of the access. Returns
/// nothing if the target is MPI_PROC_NULL.
std::optional<CheckedWindowAccess> checked_access_to(Call& call, Window& window, RequestKind kind,
                                                     const TargetArguments& target, const MPI_Request* request) {
  check_target(window, target.rank);
  const std::uint64_t count = checked_nonnegative_count(target.count, "target_count");
  const LayoutPtr layout = committed_type_of(call, target.type)->shared_layout();
  if (target.rank == MPI_PROC_NULL) return std::nullopt;
  const WindowRequest::EpochKind epoch = checked_epoch_of_access(call, window, target.rank, request);
  if (epoch == WindowRequest::EpochKind::lock) {
    await_lock(call, window, target.rank);
  } else {
    await_epoch_openings(call, window, {&target.rank, 1});
  }
  if (target.rank != window.comm->rank()) await_window_memory_sizes_and_units(call, window);
  if (!window.is_dynamic() && target.displacement < 0)
    fail(MPI_ERR_DISP, "target_disp {} is negative", target.displacement);
  CheckedWindowAccess access{.window = window, .target = target.rank, .layout = layout};
  access.request.kind = kind;
  access.request.epoch_kind = epoch;
  access.request.fence_number = window.fence_count;
  access.request.target_displacement = target.displacement;
  access.request.value_count = count;
  if (layout->is_named()) access.request.type = layout->named_type();
  check_access_is_in_window(access);
  set_accessed_memory_cells(access);
  return access;
}

/// Fails if the values of a one-sided access have different total sizes at the origin and at the target. If the run
/// looks for defects, notes a defect if their basic types differ.
void check_origin_matches_target(Call& call, const MessageDescription& origin, const CheckedWindowAccess& access) {
  if (origin.bytes() != access.bytes()) {
    fail(DefectClass::parameter_matching, MPI_ERR_TYPE, "the origin has values of {} B, and the target of {} B",
         origin.bytes(), access.bytes());
  }
  if (!call.state.history) return;
  const TypeSignature at_origin(origin.type, origin.count), at_target(access.layout, access.request.value_count);
  if (at_origin == at_target) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::parameter_matching, call.site,
      fmt::format("the origin has {}, and the target {}", at_origin.text(), at_target.text()));
}

void check_and_set_operation(CheckedWindowAccess& access, MPI_Op op) {
  const auto operation = predefined_operation(op);
  if (!operation) fail(MPI_ERR_OP, "the operation is none of the predefined ones");
  access.request.operation = *operation;
  if (*operation == PredefinedReductionOperation::replace || *operation == PredefinedReductionOperation::no_operation)
    return;
  const auto type = common_predefined_type_of(*access.layout);
  if (access.bytes() == 0) return;
  if (!type) fail(MPI_ERR_TYPE, "the target's values are not all of one predefined type");
  if (combine_function_of(*operation, *type) == nullptr)
    fail(MPI_ERR_OP, "{} is not defined on {}", name_of(*operation), named_type_facts_of(*type).name);
}

ByteRanges bytes_accessed_at_target(const CheckedWindowAccess& access) {
  const WindowRequest& request = access.request;
  const Window::WindowMemoryShape& shape = access.window.memory_shapes[static_cast<std::size_t>(access.target)];
  const std::int64_t at = access.window.is_dynamic() ? request.target_displacement
                                                     : static_cast<std::int64_t>(kWindowBegin) +
                                                           request.target_displacement * shape.displacement_unit;
  return byte_ranges_of(Values{reinterpret_cast<void*>(at), request.value_count, access.layout});
}

/// Records a one-sided access for the checks of the run, and notes a defect if it conflicts with another access to the
/// same memory.
void note_one_sided_access(Call& call, CheckedWindowAccess& access) {
  if (!call.state.history || access.bytes() == 0) return;
  WindowRequest& request = access.request;
  request.access_number = access.window.next_access_number();
  const bool fetches = request.kind == RequestKind::get, puts = request.kind == RequestKind::put;
  WindowAccess noted{.kind = fetches ? WindowAccess::Kind::get
                             : puts  ? WindowAccess::Kind::put
                                     : WindowAccess::Kind::accumulate,
                     .originating_call = {call.node.id(), call.site},
                     .type = common_predefined_type_of(*access.layout),
                     .target_bytes = bytes_accessed_at_target(access),
                     .access_number = request.access_number};
  if (request.kind != RequestKind::compare_and_swap) noted.operation = request.operation;
  if (!fetches && noted.target_bytes.overlap_each_other()) {
    call.process.defect_notes.note_defect(
        call.node, DefectClass::invalid_parameter, call.site,
        "the target's memory has bytes that belong to two entries of target_datatype");
  }
  noted.promises_same_operation = access.window.has_same_accumulate_operation_hint;
  noted.is_ordered_with_own_accumulates = access.window.orders_accumulates;
  noted.waits_for_target_fence = request.epoch_kind == WindowRequest::EpochKind::fence;
  noted.returns_previous_memory_values = !fetches && !puts && request.kind != RequestKind::accumulate;
  const auto other = call.state.history->windows.add_and_find_conflict(name_of(access.window), access.target, noted);
  if (!other || call.process.defect_notes.has_noted_defect(DefectClass::global_concurrency, call.site)) return;
  call.process.defect_notes.mark_defect_as_noted(DefectClass::global_concurrency, call.site);
  note_conflict(call.process, noted, *other, access.target);
}

/// Returns whether a node carries out a one-sided access to its own memory at once, without a message. If the run looks
/// for defects, the node sends small atomic accesses to itself as messages, so that the messages show the order of all
/// atomic accesses.
bool can_serve_locally(const Call& call, const CheckedWindowAccess& access, std::size_t bytes) {
  if (!access.is_target_this_node()) return false;
  return !call.state.history || !access.request.is_atomic() || bytes > WindowService::kEagerBytes;
}

void append_bytes(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

/// Sends the request of a one-sided access, with the layout of the target's values and the data, to the target, which
/// may be this node.
void post_access_request(Node& node, CallSite site, Window& window, int target_rank, const WindowRequest& request,
                         std::span<const std::byte> layout, std::span<const std::byte> data) {
  const NodeId target = window.comm->node_at(target_rank);
  if (request.body_bytes <= WindowService::kEagerBytes)
    return post_request(node, site, window, target, request, layout, data);
  post_request(node, site, window, target, request);
  std::vector<std::byte> joined;
  if (!layout.empty()) {
    joined.assign(layout.begin(), layout.end());
    append_bytes(joined, data);
    data = joined;
  }
  node.send(
      target, data,
      {.tag = WindowService::kDataTag, .protocol = WindowService::kOneSidedProtocol, .context = window.comm->context()},
      site);
}

void send_held_accumulates(Node& node, Window& window) {
  const std::vector<Window::HeldBackAccumulateRequest> held = std::exchange(window.held_accumulates, {});
  for (auto each = held.rbegin(); each != held.rend(); ++each)
    post_access_request(node, each->site, window, each->target_rank, each->request, each->layout, each->data);
}

/// Sends the accumulates that the window holds back, if one of them accesses memory that `access` accesses, too.
void send_held_accumulates_before(Call& call, const CheckedWindowAccess& access) {
  Window& window = access.window;
  if (window.held_accumulates.empty()) return;
  const ByteRanges bytes = bytes_accessed_at_target(access);
  const auto is_same_memory = [&](const Window::HeldBackAccumulateRequest& held) {
    return held.target_rank == access.target && held.target_bytes.overlap(bytes);
  };
  if (window.held_accumulates.size() == Window::kMostHeldAccumulates ||
      std::ranges::any_of(window.held_accumulates, is_same_memory))
    send_held_accumulates(call.node, window);
}

void hold_back_accumulate_request(Call& call, const CheckedWindowAccess& access, std::vector<std::byte> layout,
                                  std::span<const std::byte> data) {
  access.window.held_accumulates.push_back({.target_rank = access.target,
                                            .request = access.request,
                                            .layout = std::move(layout),
                                            .data = {data.begin(), data.end()},
                                            .target_bytes = bytes_accessed_at_target(access),
                                            .site = call.site});
  call.state.has_held_back_accumulates = true;
}

/// Sends the request of a one-sided access, with the layout of the target's values unless their type is predefined. If
/// the access is to the node's own memory, and is carried out at once, returns the values that it fetches.
std::vector<std::byte> send_access_request(Call& call, CheckedWindowAccess& access, std::span<const std::byte> data) {
  note_one_sided_access(call, access);
  Window& window = access.window;
  WindowRequest& request = access.request;
  std::vector<std::byte> layout;
  if (!access.layout->is_named()) write_layout(*access.layout, layout);
  request.layout_bytes = static_cast<std::uint32_t>(layout.size());
  request.body_bytes = layout.size() + data.size();
  window.accessed_targets.insert(access.target);
  send_held_accumulates_before(call, access);
  if (can_serve_locally(call, access, request.body_bytes)) {
    append_bytes(layout, data);
    return window.service->serve_own_request(request, layout);
  }
  if (request.epoch_kind == WindowRequest::EpochKind::fence) {
    window.request_counts_after_fence.resize(window.memory_shapes.size());
    ++window.request_counts_after_fence[static_cast<std::size_t>(access.target)];
  }
  if (request.kind == RequestKind::accumulate && waits_only_where_required(call)) {
    hold_back_accumulate_request(call, access, std::move(layout), data);
  } else {
    post_access_request(call.node, call.site, window, access.target, request, layout, data);
  }
  return {};
}

/// Gives the program a request, if it wants one, for a one-sided access that is already complete at its origin.
/// `finish` is called when the program completes the request. In a run that looks for defects, a test may find the
/// request incomplete, as other implementations of MPI permit.
void make_completed_request(Call& call, const Window& window, MPI_Request* request, RequestDefectWatchIds watches = {},
                            std::function<void()> finish = {}) {
  if (request == nullptr) return;
  Handle handle;
  if (call.state.history)
    handle = Group::start_in_background(call.node,
                                        std::make_shared<CompletedCommunication>(window.comm->context(), call.site));
  *request = add_collective_request(call, handle, window.comm, std::move(finish), watches);
}

/// Adds the answer to `access` to those for which the window waits. `result` describes the memory into which its values
/// will be stored.
std::shared_ptr<AwaitedAnswerToOneSidedAccess> await_answer_to(const CheckedWindowAccess& access,
                                                               MessageDescription result) {
  const auto answer = std::make_shared<AwaitedAnswerToOneSidedAccess>();
  answer->target_rank = access.target;
  answer->description_of_returned_values = std::move(result);
  access.window.awaited_answers.push_back(answer);
  return answer;
}

/// Returns a function to be called when the program completes the request of a one-sided access. It stores the values
/// of the answer in the program's memory and, in a run that looks for defects, notes that they have arrived.
std::function<void()> make_completion_callback_of_access(Call& call, const CheckedWindowAccess& access,
                                                         std::shared_ptr<AwaitedAnswerToOneSidedAccess> answer) {
  if (!call.state.history) return [answer = std::move(answer)] { answer->store_answer_values(); };
  return [answer = std::move(answer), history = call.state.history, name = name_of(access.window),
          node = call.node.id(), target = access.target, number = access.request.access_number] {
    answer->store_answer_values();
    history->windows.note_returned_values_arrived(name, node, target, number);
  };
}

/// Watches the memory from which a one-sided access reads its values at the origin, and which must not change until the
/// access is complete.
MemoryWatch::CallId watch_memory_read_by_access(Call& call, const CheckedWindowAccess& access,
                                                const MessageDescription& part) {
  const MemoryWatch::CallId touch = begin_buffer_watch(call, part, ReadOrWrite::reads);
  if (touch != 0) access.window.watches_of_origin_memory.emplace_back(access.target, touch);
  return touch;
}

/// Carries out a one-sided access that returns values. When the answer has come, the values are stored in the memory
/// that `result` describes. `read` is the number of the watch of the memory from which `data` comes, or 0 if there is
/// none.
void submit_and_await(Call& call, CheckedWindowAccess& access, std::span<const std::byte> data,
                      MessageDescription result, MPI_Request* request, MemoryWatch::CallId read = 0) {
  Window& window = access.window;
  note_poll_of_memory(call, window, access.target, access.request.target_displacement);
  // The access takes virtual time, because a program may read its own memory again and again until another node has
  // changed it.
  if (request != nullptr && access.is_target_this_node()) call.node.compute(call.node.rates().poll, call.site);
  if (can_serve_locally(call, access, data.size())) {
    // Other nodes are served at this point, because the program need not make a call that waits for this request.
    if (request != nullptr) serve_requests_of_other_nodes(call, window);
    std::vector<std::byte> own = send_access_request(call, access, data);
    if (!call.state.history) {
      unpack(own, result.buffer, result.count, *result.type);
      return make_completed_request(call, window, request);
    }
    const auto answer = await_answer_to(access, std::move(result));
    answer->packed_values = std::move(own);
    answer->memory_watch_id = begin_buffer_watch(call, answer->description_of_returned_values, ReadOrWrite::writes);
    return make_completed_request(
        call, window, request, {.watch_id_of_memory_read = read, .watch_id_of_memory_written = answer->memory_watch_id},
        make_completion_callback_of_access(call, access, answer));
  }
  const auto answer = await_answer_to(access, std::move(result));
  access.request.answer_tag = window.next_answer_tag();
  const auto room = watched_receive_memory_of(call, answer->description_of_returned_values, answer->packed_values);
  answer->memory_watch_id = begin_buffer_watch(call, answer->description_of_returned_values, ReadOrWrite::writes);
  answer->handle = call.node.post_receive(window.comm->node_at(access.target), room,
                                          TagSelector(access.request.answer_tag, window.comm->context()), call.site);
  send_access_request(call, access, data);
  if (request == nullptr) return;
  answer->request = *request = add_collective_request(
      call, answer->handle, window.comm, make_completion_callback_of_access(call, access, answer),
      {.watch_id_of_memory_read = read, .watch_id_of_memory_written = answer->memory_watch_id});
  answer->handle = {};
}

/// If the run looks for defects, notes a defect if a one-sided access of a member to its own memory copies values
/// between ranges of memory that overlap.
void note_overlap_with_own_memory(Call& call, const CheckedWindowAccess& access, const MessageDescription& origin) {
  if (!call.state.history || !access.is_target_this_node() || access.bytes() == 0) return;
  const WindowRequest& request = access.request;
  const auto rank = static_cast<std::size_t>(access.target);
  const std::int64_t at = access.window.is_dynamic()
                              ? request.target_displacement
                              : reinterpret_cast<std::int64_t>(access.window.memory_of_rank(rank)) +
                                    request.target_displacement *
                                        static_cast<std::int64_t>(access.window.memory_shapes[rank].displacement_unit);
  const ByteRanges target = byte_ranges_of(Values{reinterpret_cast<void*>(at), request.value_count, access.layout});
  if (!target.overlap(byte_ranges_of(Values{origin.buffer, origin.count, origin.type}))) return;
  call.process.defect_notes.note_defect(call.node, DefectClass::local_concurrency, call.site,
                                        "the memory at the origin and the memory at the target overlap");
}

MessageDescription checked_origin_values(Call& call, const OriginArguments& origin) {
  MessageDescription part;
  check_and_set_buffer(call, origin.buffer, origin.count, origin.type, part);
  return part;
}

/// Returns whether an accumulate is carried out as two accesses, one of its first value and one of all others: an
/// accumulate is atomic only for each single value (MPI 3.1, sec. 11.7.1). This splitting is meant for runs that
/// explore different orders of accesses. Accumulates on types for which the order of operands matters are not split,
/// and neither are those whose memory the tag of the request does not show (ServiceMemoryCells): there would be too
/// many orders to explore, few of which make a difference.
bool is_carried_out_in_two_parts(const Call& call, const CheckedWindowAccess& access) {
  const WindowRequest& request = access.request;
  return waits_only_where_required(call) && access.layout->is_named() && request.value_count > 1 &&
         request.memory_cell_count > 0 && access.layout->extent() % access.displacement_unit() == 0 &&
         (request.operation == PredefinedReductionOperation::replace || request.is_commuting_addition());
}

void send_accumulate_in_two_parts(Call& call, const CheckedWindowAccess& whole, std::span<const std::byte> data) {
  const std::size_t value_bytes = whole.layout->size();
  CheckedWindowAccess first = whole, others = whole;
  first.request.value_count = 1;
  --others.request.value_count;
  others.request.target_displacement += whole.layout->extent() / whole.displacement_unit();
  for (CheckedWindowAccess* const part : {&first, &others}) set_accessed_memory_cells(*part);
  send_access_request(call, first, data.first(value_bytes));
  send_access_request(call, others, data.subspan(value_bytes));
}

/// Carries out MPI_Put if `op` is null, and otherwise MPI_Accumulate with the operation `*op`.
void put_or_accumulate(Call& call, const OriginArguments& origin, const TargetArguments& target, const MPI_Op* op,
                       MPI_Win win, MPI_Request* request) {
  Window& window = *window_of(call, win);
  const MessageDescription part = checked_origin_values(call, origin);
  auto access =
      checked_access_to(call, window, op == nullptr ? RequestKind::put : RequestKind::accumulate, target, request);
  if (!access) return make_completed_request(call, window, request);
  check_origin_matches_target(call, part, *access);
  if (op != nullptr) {
    check_and_set_operation(*access, *op);
    if (*op == MPI_NO_OP) fail(MPI_ERR_OP, "MPI_NO_OP is only for accesses that return values");
  }
  note_overlap_with_own_memory(call, *access, part);
  std::vector<std::byte> packed;
  RequestDefectWatchIds watches;
  if (access->bytes() > 0) {
    watches.watch_id_of_memory_read = watch_memory_read_by_access(call, *access, part);
    const std::span<const std::byte> data = data_to_send(call, part, packed);
    if (op != nullptr && is_carried_out_in_two_parts(call, *access)) {
      send_accumulate_in_two_parts(call, *access, data);
    } else {
      send_access_request(call, *access, data);
    }
  }
  make_completed_request(call, window, request, watches);
}

void carry_out_mpi_get(Call& call, const OriginArguments& result, const TargetArguments& target, MPI_Win win,
                       MPI_Request* request) {
  Window& window = *window_of(call, win);
  MessageDescription part = checked_origin_values(call, result);
  auto access = checked_access_to(call, window, RequestKind::get, target, request);
  if (!access) return make_completed_request(call, window, request);
  check_origin_matches_target(call, part, *access);
  note_overlap_with_own_memory(call, *access, part);
  submit_and_await(call, *access, {}, std::move(part), request);
}

void carry_out_mpi_get_accumulate(Call& call, const OriginArguments& origin, const OriginArguments& result,
                                  const TargetArguments& target, MPI_Op op, MPI_Win win, MPI_Request* request) {
  Window& window = *window_of(call, win);
  MessageDescription part = checked_origin_values(call, result);
  auto access = checked_access_to(call, window, RequestKind::get_accumulate, target, request);
  if (!access) return make_completed_request(call, window, request);
  check_origin_matches_target(call, part, *access);
  check_and_set_operation(*access, op);
  std::vector<std::byte> packed;
  std::span<const std::byte> data;
  MemoryWatch::CallId read = 0;
  if (access->request.operation != PredefinedReductionOperation::no_operation) {
    const MessageDescription values = checked_origin_values(call, origin);
    check_origin_matches_target(call, values, *access);
    data = data_to_send(call, values, packed);
    read = watch_memory_read_by_access(call, *access, values);
  }
  submit_and_await(call, *access, data, std::move(part), request, read);
}

void put(Call& call, const void* origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint place,
         MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  put_or_accumulate(call, {origin, count, type}, {rank, place, target_count, target_type}, nullptr, win, nullptr);
}
void post_put(Call& call, const void* origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint place,
              MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
  check_pointer(request, "request");
  put_or_accumulate(call, {origin, count, type}, {rank, place, target_count, target_type}, nullptr, win, request);
}

void get(Call& call, void* origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint place, MPI_Count target_count,
         MPI_Datatype target_type, MPI_Win win) {
  carry_out_mpi_get(call, {origin, count, type}, {rank, place, target_count, target_type}, win, nullptr);
}
void post_get(Call& call, void* origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint place,
              MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request* request) {
  check_pointer(request, "request");
  carry_out_mpi_get(call, {origin, count, type}, {rank, place, target_count, target_type}, win, request);
}

void accumulate(Call& call, const void* origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint place,
                MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  put_or_accumulate(call, {origin, count, type}, {rank, place, target_count, target_type}, &op, win, nullptr);
}
void post_accumulate(Call& call, const void* origin, MPI_Count count, MPI_Datatype type, int rank, MPI_Aint place,
                     MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request* request) {
  check_pointer(request, "request");
  put_or_accumulate(call, {origin, count, type}, {rank, place, target_count, target_type}, &op, win, request);
}

void get_accumulate(Call& call, const void* origin, MPI_Count count, MPI_Datatype type, void* result,
                    MPI_Count result_count, MPI_Datatype result_type, int rank, MPI_Aint place, MPI_Count target_count,
                    MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  carry_out_mpi_get_accumulate(call, {origin, count, type}, {result, result_count, result_type},
                               {rank, place, target_count, target_type}, op, win, nullptr);
}
void post_get_accumulate(Call& call, const void* origin, MPI_Count count, MPI_Datatype type, void* result,
                         MPI_Count result_count, MPI_Datatype result_type, int rank, MPI_Aint place,
                         MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                         MPI_Request* request) {
  check_pointer(request, "request");
  carry_out_mpi_get_accumulate(call, {origin, count, type}, {result, result_count, result_type},
                               {rank, place, target_count, target_type}, op, win, request);
}

void check_type_is_predefined(Call& call, MPI_Datatype type) {
  if (!datatype_of(call, type)->is_predefined()) fail(MPI_ERR_TYPE, "the datatype is not a predefined one");
}

void fetch_and_op(Call& call, const void* origin, void* result, MPI_Datatype type, int rank, MPI_Aint place, MPI_Op op,
                  MPI_Win win) {
  window_of(call, win);
  check_type_is_predefined(call, type);
  carry_out_mpi_get_accumulate(call, {origin, 1, type}, {result, 1, type}, {rank, place, 1, type}, op, win, nullptr);
}

bool has_comparable_values(TypeClass of) {
  return of == TypeClass::c_integer || of == TypeClass::fortran_integer || of == TypeClass::logical ||
         of == TypeClass::byte || of == TypeClass::multi_language;
}

void compare_and_swap(Call& call, const void* origin, const void* compare, void* result, MPI_Datatype type, int rank,
                      MPI_Aint place, MPI_Win win) {
  Window& window = *window_of(call, win);
  check_type_is_predefined(call, type);
  MessageDescription part = checked_origin_values(call, {result, 1, type});
  if (!has_comparable_values(named_type_facts_of(part.type->named_type()).type_class))
    fail(MPI_ERR_TYPE, "{} cannot be compared", named_type_facts_of(part.type->named_type()).name);
  const MessageDescription expected = checked_origin_values(call, {compare, 1, type}),
                           value = checked_origin_values(call, {origin, 1, type});
  auto access = checked_access_to(call, window, RequestKind::compare_and_swap, {rank, place, 1, type}, nullptr);
  if (!access) return;
  std::vector<std::byte> data;
  for (const MessageDescription* each : {&expected, &value}) {
    append_bytes(data, {static_cast<const std::byte*>(each->buffer), each->bytes()});
    watch_memory_read_by_access(call, *access, *each);
  }
  submit_and_await(call, *access, data, std::move(part), nullptr);
}

}  // namespace

void send_held_accumulates(Node& node, MpiProgramState& state) {
  if (!std::exchange(state.has_held_back_accumulates, false)) return;
  state.windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { send_held_accumulates(node, *window); });
}

bool can_accumulates_stay_held_back_in_call(std::string_view function) noexcept {
  using namespace std::string_view_literals;
  static constexpr std::array kFunctions{
      "MPI_Accumulate"sv, "MPI_Compare_and_swap"sv, "MPI_Fetch_and_op"sv,    "MPI_Get"sv,  "MPI_Get_accumulate"sv,
      "MPI_Put"sv,        "MPI_Raccumulate"sv,      "MPI_Rget_accumulate"sv, "MPI_Rget"sv, "MPI_Rput"sv};
  return std::ranges::find(kFunctions, function) != kFunctions.end();
}

SymbolBindings window_access_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_COUNTED(list, Put, put);
    SWITCHYARD_MPI_BIND_COUNTED(list, Get, get);
    SWITCHYARD_MPI_BIND_COUNTED(list, Accumulate, accumulate);
    SWITCHYARD_MPI_BIND_COUNTED(list, Get_accumulate, get_accumulate);
    SWITCHYARD_MPI_BIND(list, Fetch_and_op, fetch_and_op);
    SWITCHYARD_MPI_BIND(list, Compare_and_swap, compare_and_swap);
    SWITCHYARD_MPI_BIND_COUNTED(list, Rput, post_put);
    SWITCHYARD_MPI_BIND_COUNTED(list, Rget, post_get);
    SWITCHYARD_MPI_BIND_COUNTED(list, Raccumulate, post_accumulate);
    SWITCHYARD_MPI_BIND_COUNTED(list, Rget_accumulate, post_get_accumulate);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
