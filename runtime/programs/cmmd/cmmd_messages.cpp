/// \file cmmd_messages.cpp
/// Provides the functions of CMMD for messages, timers and output modes, and for information about the node.

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "runtime/misuse.hpp"
#include "runtime/programs/clock.hpp"
#include "runtime/programs/cmmd/cmmd.hpp"
#include "runtime/programs/image.hpp"

namespace switchyard {

// --- the state of CMMD on one node -----------------------------------------------------------------------------------

void CmmdState::prepare_at_first_call(Process& process) {
  if (process_ != nullptr) return;
  process_ = &process;
  shared_run_state_ = CmmdRun::find_or_make_cmmd_run(process.node());
  process.data_of_messages_under_way = shared_run_state_;
  try {
    process.node().expose(*this);
  } catch (const UsageError&) {  // without active messages on this machine, no handler needs access to the state
  }
}

Group& CmmdState::group_of_all_nodes(Node& node) {
  if (!group_of_all_nodes_) {
    std::vector<NodeId> all;
    for (std::uint32_t i = 0; i < node.node_count(); ++i) all.push_back(NodeId{i});
    group_of_all_nodes_.emplace(node, std::move(all), kCmmdContext);
  }
  return *group_of_all_nodes_;
}

int CmmdState::add_message(Message message, CallSite site) {
  message.is_number_in_use = true;
  message.site = site;
  const auto free = std::ranges::find(messages_, false, &Message::is_number_in_use);
  const auto number = static_cast<int>(free - messages_.begin()) + 1;
  if (free == messages_.end()) {
    messages_.push_back(std::move(message));
  } else {
    *free = std::move(message);
  }
  return number;
}

CmmdState::Message& CmmdState::message_of_number(int number, CallSite site, const char* call) {
  const auto place = static_cast<std::size_t>(number) - 1;
  if (number < 1 || place >= messages_.size() || !messages_[place].is_number_in_use)
    throw error_with_defect_class(
        misuse_error(call, site, fmt::format("there is no message with the number {}", number)),
        DefectClass::request_lifecycle);
  return messages_[place];
}

void CmmdState::complete_async_message(int number, const Received& received, CallSite site) {
  Message& message = messages_[static_cast<std::size_t>(number) - 1];
  message.is_done = true;
  message.received = received;
  message.buffer.complete_call(*process_, site, received.bytes);
  if (message.completion_callback.has_function()) pending_callbacks_.push_back({message.completion_callback, number});
}

std::optional<CmmdState::PendingCallback> CmmdState::take_next_pending_callback() {
  if (pending_callbacks_.empty()) return std::nullopt;
  const PendingCallback first = pending_callbacks_.front();
  pending_callbacks_.erase(pending_callbacks_.begin());
  return first;
}

VirtualTime CmmdState::read_program_clock(Node& node, CallSite site) {
  if (process_->mode().uses_own_clock) {
    process_->advance_own_clock(kTimeToReadClock);
    return VirtualTime(process_->own_clock_time());
  }
  node.compute(kTimeToReadClock, site);
  return node.now();
}

void CmmdState::end(Node& node, int exit_code) {
  for (Message& message : messages_) {
    if (!message.is_number_in_use) continue;
    if (exit_code == 0 && message.is_done) {
      process_->defect_notes.note_defect(node, DefectClass::resource_leak, message.site,
                                         "its control block is never freed");
    } else if (exit_code == 0) {
      process_->defect_notes.note_defect(node, DefectClass::request_lifecycle, message.site,
                                         "its message is never waited for");
    }
    if (message.is_done) continue;
    if (!node.test(message.handle)) node.cancel(message.handle);
    node.wait(message.handle);
    message.is_done = true;
  }
  node.wait_freed();
  group_of_all_nodes_.reset();
}

NodeId node_of_number(const Node& node, int number, const char* call, CallSite site) {
  if (number >= 0 && static_cast<std::uint32_t>(number) < node.node_count())
    return NodeId{static_cast<std::uint32_t>(number)};
  throw misuse_error(call, site,
                     fmt::format("there is no node {}; the machine has nodes 0 to {}", number, node.node_count() - 1));
}

namespace {

std::size_t checked_length(const void* buffer, int length, const char* call, CallSite site) {
  if (length < 0) throw misuse_error(call, site, fmt::format("the length {} is negative", length));
  if (buffer == nullptr && length > 0) throw misuse_error(call, site, "the buffer is a null pointer");
  return static_cast<std::size_t>(length);
}

}  // namespace

std::span<const std::byte> checked_send_buffer(const void* buffer, int length, const char* call, CallSite site) {
  const std::span data(static_cast<const std::byte*>(buffer), checked_length(buffer, length, call, site));
  check_readable(data);
  return data;
}
std::span<std::byte> checked_receive_buffer(void* buffer, int length, const char* call, CallSite site) {
  const std::span room(static_cast<std::byte*>(buffer), checked_length(buffer, length, call, site));
  check_writable(room);
  return room;
}

namespace {

constexpr int kAnyNodeOrTag = -1;

NodeId source_of(const Node& node, int number, const char* call, CallSite site) {
  return number == kAnyNodeOrTag ? kAnyNode : node_of_number(node, number, call, site);
}

void check_tag(int tag, const char* call, CallSite site) {
  if (tag < 0) throw misuse_error(call, site, fmt::format("there is no tag {}; tags are 0 and above", tag));
}

TagSelector tag_selector_of(int tag, const char* call, CallSite site) {
  if (tag == kAnyNodeOrTag) return TagSelector::any(kCmmdContext);
  check_tag(tag, call, site);
  return {Tag{static_cast<std::uint32_t>(tag)}, kCmmdContext};
}

// --- blocking and polled messages -----------------------------------------------------------------------------------

/// One call of CMMD: the process and node that make it, the name of the function, and the source
/// line of the call.
struct CmmdCall {
  Process& process;
  const char* name;
  CallSite site;
  Node& node = process.node();

  Handle post_send(int to, int tag, std::span<const std::byte> data, SendMode mode = SendMode::standard) const {
    check_tag(tag, name, site);
    const MessageOptions options{.tag = Tag{static_cast<std::uint32_t>(tag)}, .context = kCmmdContext, .mode = mode};
    return node.post_send(node_of_number(node, to, name, site), data, options, site);
  }
  Handle post_receive(int from, int tag, std::span<std::byte> data) const {
    return node.post_receive(source_of(node, from, name, site), data, tag_selector_of(tag, name, site), site);
  }
  std::span<const std::byte> checked_bytes_to_send(const void* buffer, int length) const {
    const auto data = checked_send_buffer(buffer, length, name, site);
    check_memory_of_call(process, name, site, data, ReadOrWrite::reads);
    return data;
  }
  std::span<std::byte> checked_room_to_receive(void* buffer, int length) const {
    const auto data = checked_receive_buffer(buffer, length, name, site);
    check_memory_of_call(process, name, site, data, ReadOrWrite::writes);
    return data;
  }
  /// Waits until the message is done. A message of 0 bytes is waited for, too, because handlers of active messages may
  /// run meanwhile, and change the program's memory.
  Received wait(const Handle& handle) const { return node.wait(handle, site); }
};

int send_and_wait(const NamedCall* call, int to, int tag, const void* buffer, int length) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_send_block", site_of(call)};
    here.wait(here.post_send(to, tag, here.checked_bytes_to_send(buffer, length)));
    return 0;
  });
}

int receive_and_wait(const NamedCall* call, int from, int tag, void* buffer, int length) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_receive_block", site_of(call)};
    state.note_last_received_message(
        here.wait(here.post_receive(from, tag, here.checked_room_to_receive(buffer, length))));
    return 0;
  });
}

/// The layout of a vector of elements of equal size in memory: the bytes of an element, the bytes from the beginning of
/// one element to the next (stride), and the number of elements.
struct StridedVector {
  std::size_t element_bytes, stride_bytes, element_count;

  StridedVector(const void* buffer, int its_element, int its_stride, int its_count, const char* call, CallSite site)
      : element_bytes(checked_length(buffer, its_element, call, site)),
        stride_bytes(static_cast<std::size_t>(its_stride)),
        element_count(checked_length(buffer, its_count, call, site)) {
    if (its_stride >= its_element) return;
    throw misuse_error(call, site,
                       fmt::format("elements of {} B at a stride of {} B overlap", its_element, its_stride));
  }
  std::size_t bytes() const noexcept { return element_bytes * element_count; }
  /// Returns the memory from the vector's first byte to its last one, including the gaps between
  /// elements.
  std::span<const std::byte> memory_with_gaps(const void* buffer) const noexcept {
    const std::size_t length = element_count == 0 ? 0 : (element_count - 1) * stride_bytes + element_bytes;
    return {static_cast<const std::byte*>(buffer), element_bytes == 0 ? 0 : length};
  }
};

int send_strided_vector(const NamedCall* call, int to, int tag, const void* buffer, int element, int stride,
                        int count) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_send_v", site_of(call)};
    const StridedVector all(buffer, element, stride, count, here.name, here.site);
    check_memory_of_call(here.process, here.name, here.site, all.memory_with_gaps(buffer), ReadOrWrite::reads);
    std::vector<std::byte> packed(all.bytes());
    copy_throwing_on_memory_fault([&all, buffer, into = packed.data()] {
      for (std::size_t i = 0; i < all.element_count && all.element_bytes > 0; ++i)
        std::memcpy(into + i * all.element_bytes, static_cast<const std::byte*>(buffer) + i * all.stride_bytes,
                    all.element_bytes);
    });
    here.wait(here.post_send(to, tag, packed));
    return 0;
  });
}

int receive_strided_vector(const NamedCall* call, int from, int tag, void* buffer, int element, int stride, int count) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_receive_v", site_of(call)};
    const StridedVector all(buffer, element, stride, count, here.name, here.site);
    check_memory_of_call(here.process, here.name, here.site, all.memory_with_gaps(buffer), ReadOrWrite::writes);
    std::vector<std::byte> packed(all.bytes());
    state.note_last_received_message(here.wait(here.post_receive(from, tag, packed)));
    copy_throwing_on_memory_fault([&all, buffer, from = packed.data(), bytes = state.last_received_message().bytes] {
      for (std::size_t at = 0; at < bytes; at += all.element_bytes) {
        const std::size_t part = std::min<std::size_t>(all.element_bytes, bytes - at);
        std::memcpy(static_cast<std::byte*>(buffer) + at / all.element_bytes * all.stride_bytes, from + at, part);
      }
    });
    return 0;
  });
}

int swap_buffer_with_node(const NamedCall* call, int with, void* buffer, int length) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_swap", site_of(call)};
    const std::span<std::byte> data = here.checked_room_to_receive(buffer, length);
    std::vector<std::byte> theirs(data.size());
    const NodeId peer = node_of_number(here.node, with, here.name, here.site);
    state.note_last_received_message(here.node.exchange(peer, data, theirs, {.context = kCmmdSwapContext}, here.site));
    std::ranges::copy(theirs, data.begin());
    return 0;
  });
}

int send_and_receive(const NamedCall* call, int from, int from_tag, void* in, int in_length, int to, int tag,
                     const void* out, int out_length) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_send_and_receive", site_of(call)};
    const Handle receive = here.post_receive(from, from_tag, here.checked_room_to_receive(in, in_length));
    const Handle send = here.post_send(to, tag, here.checked_bytes_to_send(out, out_length));
    here.wait(send);
    state.note_last_received_message(here.wait(receive));
    return 0;
  });
}

int send_without_blocking(const NamedCall* call, int to, int tag, const void* buffer, int length) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_send_noblock", site_of(call)};
    if (!std::exchange(state.has_buffer_for_copied_messages, true))
      node.attach_buffer(std::numeric_limits<std::int64_t>::max(), 0, here.site);
    const auto data = here.checked_bytes_to_send(buffer, length);
    here.wait(here.post_send(to, tag, data, SendMode::buffered));
    return 1;
  });
}

int receive_without_blocking(const NamedCall* call, int from, int tag, void* buffer, int length) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_receive_noblock", site_of(call)};
    const auto data = here.checked_room_to_receive(buffer, length);
    const NodeId source = source_of(node, from, here.name, here.site);
    auto message = node.try_matched_probe(source, tag_selector_of(tag, here.name, here.site), here.site);
    if (!message) return 0;
    state.note_last_received_message(node.receive(*message, data, false, here.site));
    return 1;
  });
}

int probe_for_message(const NamedCall* call, int from, int tag) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_msg_pending", site_of(call)};
    const NodeId source = source_of(node, from, here.name, here.site);
    const auto found = node.try_probe(source, tag_selector_of(tag, here.name, here.site), here.site);
    if (!found) return 0;
    state.note_last_received_message(*found);
    return 1;
  });
}

template <auto member>
int property_of_last_message() {
  return run_cmmd_call(nullptr,
                       [](Node&, CmmdState& state) { return static_cast<int>(state.last_received_message().*member); });
}

// --- asynchronous messages ------------------------------------------------------------------------------------------

using CompletionCallback = CmmdState::CompletionCallback;
using CompletionHandlerInC = decltype(CompletionCallback::function);
using CompletionHandlerInFortran = decltype(CompletionCallback::fortran_function);

CompletionCallback completion_callback(const Process&, CompletionHandlerInC done, void* argument) {
  return {.function = done, .argument = argument};
}
/// Returns no function to call if `done` is no address in the program's code: a Fortran program that wants no function
/// to be called passes a number in its place.
CompletionCallback completion_callback(const Process& process, CompletionHandlerInFortran done, void* argument) {
  if (process.image() == nullptr || !process.image()->contains_code_at(reinterpret_cast<std::uintptr_t>(done)))
    return {};
  return {.fortran_function = done, .argument = argument};
}

template <class Function>
int send_async(const NamedCall* call, int to, int tag, const void* buffer, int length, Function done, void* argument) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_send_async", site_of(call)};
    const auto data = checked_send_buffer(buffer, length, here.name, here.site);
    CmmdState::Message message{.handle = {},
                               .buffer = WatchedBuffer::buffer_to_send(here.process, here.name, here.site, data),
                               .received = {},
                               .completion_callback = completion_callback(here.process, done, argument)};
    message.handle = here.post_send(to, tag, data);
    return state.add_message(std::move(message), here.site);
  });
}

template <class Function>
int receive_async(const NamedCall* call, int from, int tag, void* buffer, int length, Function done, void* argument) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CmmdCall here{state.process(), "CMMD_receive_async", site_of(call)};
    const auto data = checked_receive_buffer(buffer, length, here.name, here.site);
    CmmdState::Message message{.handle = {},
                               .buffer = WatchedBuffer::buffer_to_receive(here.process, here.name, here.site, data),
                               .received = {},
                               .completion_callback = completion_callback(here.process, done, argument)};
    message.handle = here.post_receive(from, tag, message.buffer.memory_for_arriving_data());
    return state.add_message(std::move(message), here.site);
  });
}

/// Calls the functions that the program has given for asynchronous sends and receives that are done by now. These
/// functions run as code of the program.
void run_pending_completion_callbacks() {
  while (const auto due =
             run_cmmd_call(nullptr, [](Node&, CmmdState& state) { return state.take_next_pending_callback(); }))
    due->completion_callback.call_function_of_program(due->message_number);
}

int wait_for_numbered_async_message(const NamedCall* call, int number) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CmmdState::Message& message = state.message_of_number(number, site_of(call), "CMMD_msg_wait");
    if (!message.is_done) state.complete_async_message(number, node.wait(message.handle, site_of(call)), site_of(call));
  });
  run_pending_completion_callbacks();
  return 0;
}

int is_message_done(const NamedCall* call, int number) {
  const int is_done = run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CmmdState::Message& message = state.message_of_number(number, site_of(call), "CMMD_msg_done");
    if (message.is_done) return 1;
    if (!node.test(message.handle, site_of(call))) return 0;
    state.complete_async_message(number, node.wait(message.handle, site_of(call)), site_of(call));
    return 1;
  });
  run_pending_completion_callbacks();
  return is_done;
}

std::vector<int> numbers_of_messages_under_way(CmmdState& state) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < state.messages().size(); ++i) {
    const CmmdState::Message& message = state.messages()[i];
    if (message.is_number_in_use && !message.is_done) numbers.push_back(static_cast<int>(i) + 1);
  }
  return numbers;
}

void complete_all_async_messages(Node& node, CmmdState& state, CallSite site) {
  for (const int number : numbers_of_messages_under_way(state))
    state.complete_async_message(
        number, node.wait(state.message_of_number(number, site, "CMMD_all_msgs_wait").handle, site), site);
}

int wait_for_all_async_messages(const NamedCall* call) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) { complete_all_async_messages(node, state, site_of(call)); });
  run_pending_completion_callbacks();
  return 0;
}

int are_all_messages_done(const NamedCall* call) {
  const int are_done = run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    std::vector<Handle> handles;
    for (const int number : numbers_of_messages_under_way(state))
      handles.push_back(state.message_of_number(number, site_of(call), "CMMD_all_msgs_done").handle);
    if (!node.test_all(handles, site_of(call))) return 0;
    complete_all_async_messages(node, state, site_of(call));
    return 1;
  });
  run_pending_completion_callbacks();
  return are_done;
}

int free_control_block(const NamedCall* call, int number) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    CmmdState::Message& message = state.message_of_number(number, site_of(call), "CMMD_free_mcb");
    if (!message.is_done)
      throw error_with_defect_class(misuse_error("CMMD_free_mcb", site_of(call),
                                                 fmt::format("message {} is under way; wait for it first", number)),
                                    DefectClass::request_lifecycle);
    message = {};
    return 0;
  });
}

/// Returns the source, the tag or the length of the message that the asynchronous receive with the number `number` has
/// received.
template <auto member>
int property_of_message(const NamedCall* call, int number) {
  return run_cmmd_call(call, [=](Node&, CmmdState& state) {
    return static_cast<int>(state.message_of_number(number, site_of(call), "CMMD_mcb_source, _tag or _bytes").received.*
                            member);
  });
}

// --- information about the partition, timers and output modes --------------------------------------------------------

int self_address() { return static_cast<int>(index(t_process->node().id())); }
int partition_size() { return static_cast<int>(t_process->node().node_count()); }
/// Carries out CMMD_enable_host by doing nothing, because there is no host program to wait for.
void ignore_enable_host_call() {}

/// Calls `work(timer, now)`, which reads or changes the node's timer with the number `number`. `now` is the present
/// time of the node's clock.
template <class Work>
auto run_with_timer(const NamedCall* call, int number, Work work) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    if (number < 0 || static_cast<std::size_t>(number) >= state.timers.size()) {
      throw misuse_error("CMMD_node_timer", site_of(call),
                         fmt::format("there is no timer {}; there are 0 to {}", number, state.timers.size() - 1));
    }
    return work(state.timers[static_cast<std::size_t>(number)], state.read_program_clock(node, site_of(call)));
  });
}

int clear_timer(const NamedCall* call, int number) {
  return run_with_timer(call, number, [](CmmdState::Timer& timer, VirtualTime) {
    timer = {};
    return 0;
  });
}
int start_timer(const NamedCall* call, int number) {
  return run_with_timer(call, number, [](CmmdState::Timer& timer, VirtualTime now) {
    if (!timer.running_since) timer.running_since = now;
    return 0;
  });
}
int stop_timer(const NamedCall* call, int number) {
  return run_with_timer(call, number, [](CmmdState::Timer& timer, VirtualTime now) {
    if (timer.running_since) timer.accumulated_time += now - *timer.running_since;
    timer.running_since.reset();
    return 0;
  });
}
double elapsed_time_of_timer(const NamedCall* call, int number) {
  return run_with_timer(call, number, [](const CmmdState::Timer& timer, VirtualTime now) {
    const Duration running = timer.running_since ? now - *timer.running_since : Duration::zero();
    return std::chrono::duration<double>(timer.accumulated_time + running).count();
  });
}
/// Carries out CMMD_node_timer_idle: returns 0, because a node polls while it waits, and so is never idle.
double idle_time_of_timer(const NamedCall* call, int number) {
  return run_with_timer(call, number, [](const CmmdState::Timer&, VirtualTime) { return 0.0; });
}

int fset_io_mode(const NamedCall* call, std::FILE* stream, unsigned mode) {
  constexpr std::array kModes{OutputMode::node_lines_shown_immediately, OutputMode::lines_in_node_order,
                              OutputMode::only_lines_of_node_zero};
  Process& process = *t_process;
  return run_cmmd_call(call, [=, &process](Node& node, CmmdState&) {
    if (mode >= kModes.size())
      throw misuse_error("CMMD_fset_io_mode", site_of(call), fmt::format("there is no mode {}", mode));
    if (stream != process.variables().stdout_stream) {
      if (mode == 0) return 0;
      throw misuse_error("CMMD_fset_io_mode", site_of(call), "only standard output can be had together");
    }
    node.barrier(site_of(call));
    process.output_mode = kModes[mode];
    return 0;
  });
}

const SymbolBinding kCmmdMessageBindings[] = {
    SymbolBinding::make_function_binding("CMMD_self_address", self_address),
    make_plain_fortran_binding<"CMMD_self_address">(self_address),
    SymbolBinding::make_function_binding("CMMD_partition_size", partition_size),
    make_plain_fortran_binding<"CMMD_partition_size">(partition_size),
    SymbolBinding::make_function_binding("CMMD_enable_host", ignore_enable_host_call),
    make_plain_fortran_binding<"CMMD_enable_host">(ignore_enable_host_call),
    SWITCHYARD_CMMD_BIND("CMMD_send_block", send_and_wait),
    SWITCHYARD_CMMD_BIND("CMMD_receive_block", receive_and_wait),
    SWITCHYARD_CMMD_BIND("CMMD_send_v", send_strided_vector),
    SWITCHYARD_CMMD_BIND("CMMD_receive_v", receive_strided_vector),
    SWITCHYARD_CMMD_BIND("CMMD_swap", swap_buffer_with_node),
    SWITCHYARD_CMMD_BIND("CMMD_send_and_receive", send_and_receive),
    SWITCHYARD_CMMD_BIND("CMMD_send_noblock", send_without_blocking),
    SWITCHYARD_CMMD_BIND("CMMD_receive_noblock", receive_without_blocking),
    SWITCHYARD_CMMD_BIND("CMMD_msg_pending", probe_for_message),
    SymbolBinding::make_function_binding("CMMD_bytes_received", property_of_last_message<&Received::bytes>),
    make_plain_fortran_binding<"CMMD_bytes_received">(property_of_last_message<&Received::bytes>),
    SymbolBinding::make_function_binding("CMMD_msg_sender", property_of_last_message<&Received::source>),
    make_plain_fortran_binding<"CMMD_msg_sender">(property_of_last_message<&Received::source>),
    SymbolBinding::make_function_binding("CMMD_msg_tag", property_of_last_message<&Received::tag>),
    make_plain_fortran_binding<"CMMD_msg_tag">(property_of_last_message<&Received::tag>),
    SWITCHYARD_CMMD_BIND_FORMS("CMMD_send_async", send_async<CompletionHandlerInC>,
                               send_async<CompletionHandlerInFortran>),
    SWITCHYARD_CMMD_BIND_FORMS("CMMD_receive_async", receive_async<CompletionHandlerInC>,
                               receive_async<CompletionHandlerInFortran>),
    SWITCHYARD_CMMD_BIND("CMMD_msg_done", is_message_done),
    SWITCHYARD_CMMD_BIND("CMMD_msg_wait", wait_for_numbered_async_message),
    SWITCHYARD_CMMD_BIND("CMMD_all_msgs_done", are_all_messages_done),
    SWITCHYARD_CMMD_BIND("CMMD_all_msgs_wait", wait_for_all_async_messages),
    SWITCHYARD_CMMD_BIND("CMMD_free_mcb", free_control_block),
    SWITCHYARD_CMMD_BIND("CMMD_mcb_source", property_of_message<&Received::source>),
    SWITCHYARD_CMMD_BIND("CMMD_mcb_tag", property_of_message<&Received::tag>),
    SWITCHYARD_CMMD_BIND("CMMD_mcb_bytes", property_of_message<&Received::bytes>),
    SWITCHYARD_CMMD_BIND("CMMD_node_timer_clear", clear_timer),
    SWITCHYARD_CMMD_BIND("CMMD_node_timer_start", start_timer),
    SWITCHYARD_CMMD_BIND("CMMD_node_timer_stop", stop_timer),
    SWITCHYARD_CMMD_BIND("CMMD_node_timer_elapsed", elapsed_time_of_timer),
    SWITCHYARD_CMMD_BIND("CMMD_node_timer_busy", elapsed_time_of_timer),
    SWITCHYARD_CMMD_BIND("CMMD_node_timer_idle", idle_time_of_timer),
    SymbolBinding::make_function_binding("switchyard_cmmd_CMMD_fset_io_mode", fset_io_mode),
    SymbolBinding::make_function_binding("CMMD_fset_io_mode",
                                         CallWithoutSourceLine<fset_io_mode>::call_without_source_line),
};

}  // namespace

SymbolBindings cmmd_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> three(std::begin(kCmmdMessageBindings), std::end(kCmmdMessageBindings));
    for (const SymbolBindings more : {cmmd_collective_bindings(), cmam_bindings()})
      three.insert(three.end(), more.begin(), more.end());
    return three;
  }();
  return all;
}

}  // namespace switchyard
