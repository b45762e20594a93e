#pragma once
/// \file nx.hpp
/// Implements NX (the message-passing interface of the iPSC and the Paragon), as declared in nx.h, on top of the class
/// Node: its functions, and the state that it keeps for each node's program.
///
/// Source: iPSC/2 and iPSC/860 Programmer's Reference Manual; Paragon C System Calls Reference Manual, Intel. Departs
/// from them: a wrong call ends the run, or returns -1 with errno EINVAL if the function's name begins with an
/// underscore. Message handlers run while their node waits or polls.

#include <array>
#include <boost/container/small_vector.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/group.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/contexts.hpp"
#include "runtime/programs/fortran_call.hpp"
#include "runtime/programs/interface_call.hpp"
#include "runtime/programs/watched_buffer.hpp"

namespace switchyard {

/// Returns the bindings of all functions that nx.h declares.
SymbolBindings nx_bindings();
/// Returns the bindings of the global operations of NX, such as gdsum.
SymbolBindings nx_collective_bindings();

/// The array of a program in which a call such as irecvx stores the type, length, source node and source process of a
/// received message. Its elements are long in C, and INTEGER in Fortran.
class MessageInfoArray {
 public:
  MessageInfoArray() = default;
  MessageInfoArray(long* array) noexcept : array_(array) {}
  MessageInfoArray(std::int32_t* array) noexcept : array_(array), has_32_bit_elements_(true) {}
  /// Stores the elements in the program's array, unless the program has passed no array.
  void store(const std::array<long, 4>& elements) const;

 private:
  void* array_ = nullptr;
  bool has_32_bit_elements_ = false;
};

class NxState final : public InterfaceState {
 public:
  /// Posted sends and receives that share one message number, by which the program refers to them. The number is the
  /// index of this object in the list of posted messages, plus one.
  struct PostedMessage {
    boost::container::small_vector<Handle, 1>
        request_handles;  ///< requests of class Node; empty if the message number is free
    /// For each handle, its buffer, in runs that look for defects; otherwise empty.
    std::vector<WatchedBuffer> watched_buffers;
    /// Where to store the type, length and source of the received message, for irecvx.
    MessageInfoArray info_to_fill_in = {};
    /// Results of those requests that wait_for_messages_or_handler() has already found done.
    std::vector<Received> received_results = {};
    CallSite site = {};  ///< place in the program of the call that has posted the message

    void add_request(const Process& process, Handle handle, WatchedBuffer buffer = {}) {
      request_handles.push_back(handle);
      if (process.is_run_checked_for_defects()) watched_buffers.push_back(std::move(buffer));
    }
    std::span<Handle> all_handles() noexcept { return {request_handles.data(), request_handles.size()}; }
    /// Called when the send or receive with the index `i` is complete, and `bytes` bytes of its message have been sent
    /// or received.
    void finish_use_of_request_buffer(Process& process, std::size_t i, CallSite at, std::uint64_t bytes) {
      if (!watched_buffers.empty()) watched_buffers[i].complete_call(process, at, bytes);
    }
  };
  /// A function of the program that is called once, when a message was received or sent (as for hrecv and hsend).
  struct MessageHandler {
    Handle message_handle;
    void (*function)(long type, long count, long node, long pid) = nullptr;
    void (*handler_function_with_parameter)(long type, long count, long node, long pid, long parameter) = nullptr;
    void (*fortran_function)(const std::int32_t* type, const std::int32_t* count, const std::int32_t* node,
                             const std::int32_t* pid) = nullptr;
    void (*fortran_function_with_parameter)(const std::int32_t* type, const std::int32_t* count,
                                            const std::int32_t* node, const std::int32_t* pid,
                                            const std::int32_t* parameter) = nullptr;
    long parameter = 0;
    /// Arguments for the call of the handler function. For a send, they are those that the program has passed to the
    /// send; for a receive, they describe the received message.
    long type = 0, count = 0, node = 0;
    bool is_send = false;
    WatchedBuffer buffer = {};
    CallSite site = {};

    bool has_function() const noexcept {
      return function != nullptr || handler_function_with_parameter != nullptr || fortran_function != nullptr ||
             fortran_function_with_parameter != nullptr;
    }
    /// Calls the program's handler function. Needs: no code of the emulator runs on this thread (EmulatorCodeScope),
    /// because the function is code of the program.
    void call_program_handler_function() const;
  };

  /// Sets the process whose program makes the NX calls. Call this function before any other function of the class.
  void set_process(Process& process) noexcept { process_ = &process; }
  Process& process() const noexcept { return *process_; }
  Group& group_of_all_nodes(Node& node);
  long add_posted_message(PostedMessage posted, CallSite site);
  /// Returns the sends and receives with this message number. Throws UsageError if no send or receive with this number
  /// is under way.
  PostedMessage& posted_message_of_number(long message, CallSite site, const char* call);
  /// Removes the sends and receives with this message number, and returns them; the number is free from then on. Throws
  /// UsageError if no send or receive with this number is under way.
  PostedMessage take_posted_message(long message, CallSite site, const char* call);
  /// Returns whether there are message handlers that have not run yet and that may run while the program waits, because
  /// the program has not masked handlers, and none is running.
  bool may_handlers_run() const noexcept {
    return !pending_handlers_.empty() && !are_handlers_masked && !is_handler_running;
  }
  void add_handler(MessageHandler handler) { pending_handlers_.push_back(std::move(handler)); }
  /// Waits for all sends and receives in `posted`, or until the message of a handler is done. In the latter case,
  /// returns the handler, removed from the pending handlers and marked as running; otherwise returns nothing.
  std::optional<MessageHandler> wait_for_messages_or_handler(Node& node, PostedMessage& posted, CallSite site);
  /// Keeps the buffer of a message whose number the program has given up (msgignore). Nobody will be told when the
  /// message is done, so that the buffer must exist until the end.
  void keep_ignored_buffer(WatchedBuffer buffer) {
    buffer.stop_watching_buffer(*process_);
    ignored_buffers_.push_back(std::move(buffer));
  }
  /// Returns a handler whose message is done, so that the handler can run now; nothing if there is none. The call takes
  /// virtual time only if handlers are pending.
  std::optional<MessageHandler> take_due_handler(Node& node, CallSite site);
  /// Type, length and source of a message, as infotype, infocount and infonode return them.
  struct MessageInfo {
    MessageInfo() = default;
    MessageInfo(const Received& received) noexcept
        : type(static_cast<std::uint32_t>(received.tag)),
          count(static_cast<long>(received.bytes)),
          node(index(received.source)) {}
    long type = 0, count = 0, node = 0;
  };
  void set_last_message_info(const Received& received) noexcept { last_message_info_ = received; }
  const MessageInfo& last_message_info() const noexcept { return last_message_info_; }
  /// Called at the end of the program: cancels the sends and receives that are not done, and waits until they have
  /// ended.
  void end(Node& node, int exit_code) override;

  bool are_handlers_masked = false;  ///< whether the program has masked handlers (masktrap), so that none may run
  bool is_handler_running = false;   ///< whether a message handler is running; no other one starts before its end
  /// Whether the present call of NX returns -1 for an error, instead of ending the run.
  bool does_call_return_error_codes = false;
  bool has_call_failed = false;  ///< whether the present call of NX has found an error

 private:
  MessageHandler take_message_handler(std::size_t which, const Received& received);

  Process* process_ = nullptr;
  /// A deque, because its elements never move in memory, and messages may still be received into their buffers.
  std::deque<PostedMessage> posted_messages_;
  std::size_t lowest_free_index_ = 0;  ///< no index below this one belongs to a free message number
  std::vector<MessageHandler> pending_handlers_;
  std::vector<WatchedBuffer> ignored_buffers_;
  std::optional<Group> group_of_all_nodes_;
  /// About the message that the program has received, or found by a probe, most recently.
  MessageInfo last_message_info_;
};

/// Carries out an NX call of a program: runs `work(node, state)` as code of the emulator instead of the program
/// (EmulatorCodeScope), and records the source line of the call for reports.
template <class Work>
auto run_nx_call(const NamedCall* call, Work work) {
  using Result = decltype(work(std::declval<Node&>(), std::declval<NxState&>()));
  return interface_call(call, [&work](Process& p) -> Result {
    auto& state = p.communication_interface_state<NxState>();
    state.set_process(p);
    if (!state.does_call_return_error_codes || state.is_handler_running) return work(p.node(), state);
    try {
      return work(p.node(), state);
    } catch (const UsageError&) {
      state.has_call_failed = true;
      return Result();
    }
  });
}

/// The variant of an NX function whose name begins with an underscore. For an error of the program it sets errno and
/// returns -1; otherwise it returns the function's result, or 0 if the function has none.
template <auto function>
struct ErrnoSettingCall;
template <class Result, class... Arguments, Result (*function)(const NamedCall*, Arguments...)>
struct ErrnoSettingCall<function> {
  static long call_and_set_errno(const NamedCall* call, Arguments... arguments) {
    set_error_reporting(true);
    long result = 0;
    if constexpr (std::is_void_v<Result>) {
      function(call, arguments...);
    } else {
      result = static_cast<long>(function(call, arguments...));
    }
    if (!set_error_reporting(false)) return result;
    errno = EINVAL;
    return -1;
  }

 private:
  /// Sets whether a wrong call of NX returns -1 instead of ending the run. Returns whether an error has been found
  /// since the last call of this function.
  static bool set_error_reporting(bool is_told) {
    return interface_call(nullptr, [is_told](Process& p) {
      auto& state = p.communication_interface_state<NxState>();
      state.does_call_return_error_codes = is_told;
      return std::exchange(state.has_call_failed, false);
    });
  }
};

/// Runs the program's handlers of all messages that are done. Needs: the caller is not inside run_nx_call(), because
/// handlers are code of the program.
void run_due_handlers(const NamedCall* call);

/// The four bindings of one function of NX: for C with the source line of the call, for C without it, for the variant
/// that sets errno, and for Fortran. `for_c` and `for_fortran` are different functions if the NX function takes arrays
/// or functions of the program, which C and Fortran declare differently.
#define SWITCHYARD_NX_BIND_FORMS(name, for_c, for_fortran)                                                         \
  SymbolBinding::make_function_binding("switchyard_nx_" name, for_c),                                              \
      SymbolBinding::make_function_binding(name, CallWithoutSourceLine<for_c>::call_without_source_line),          \
      SymbolBinding::make_function_binding("switchyard_nx__" name, ErrnoSettingCall<for_c>::call_and_set_errno),   \
      SymbolBinding::make_function_binding(                                                                        \
          "_" name, CallWithoutSourceLine<ErrnoSettingCall<for_c>::call_and_set_errno>::call_without_source_line), \
      make_fortran_binding<name, for_fortran>()
#define SWITCHYARD_NX_BIND(name, function) SWITCHYARD_NX_BIND_FORMS(name, function, function)

}  // namespace switchyard
