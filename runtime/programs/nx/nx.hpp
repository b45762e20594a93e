#pragma once
/// \file nx.hpp
/// Implements NX, as declared in nx.h, on top of Node: its functions, and its state for each
/// program.
///
/// Source: iPSC/2 and iPSC/860 Programmer's Reference Manual; Paragon C System Calls Reference
/// Manual, Intel. Departs from them: a wrong call ends the run, or returns -1 with errno EINVAL if
/// the function's name begins with an underscore. Handlers run while their node waits or polls.

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

/// Returns the bindings of all names of nx.h.
SymbolBindings nx_bindings();
/// Returns the bindings of the global operations of NX, such as gdsum.
SymbolBindings nx_collective_bindings();

/// The array of a program in which a call such as irecvx stores type, length, node and process of a message. Its
/// elements are long in C, and INTEGER in Fortran.
class MessageInfoArray {
 public:
  MessageInfoArray() = default;
  MessageInfoArray(long* array) noexcept : array_(array) {}
  MessageInfoArray(std::int32_t* array) noexcept : array_(array), has_short_elements_(true) {}
  /// Stores the elements in the array, unless the program has given none.
  void store(const std::array<long, 4>& elements) const;

 private:
  void* array_ = nullptr;
  bool has_short_elements_ = false;
};

class NxState final : public InterfaceState {
 public:
  /// One or several posted sends and receives that share one message number, by which the program refers to them. The
  /// message number is the index in the list of posted messages plus one.
  struct PostedMessage {
    boost::container::small_vector<Handle, 1> handles;  ///< handles of the requests; empty if the number is free
    std::vector<WatchedBuffer> buffers;     ///< buffer of each handle in runs that look for defects; else empty
    MessageInfoArray info_to_fill_in = {};  ///< where to store type, length and sender of the message, for irecvx
    std::vector<Received> received_results =
        {};              ///< results of handles that wait_for_messages_or_handler() has found done
    CallSite site = {};  ///< place of the call that posted the message

    void add_request(const Process& process, Handle handle, WatchedBuffer buffer = {}) {
      handles.push_back(handle);
      if (process.looks_for_defects()) buffers.push_back(std::move(buffer));
    }
    std::span<Handle> all_handles() noexcept { return {handles.data(), handles.size()}; }
    /// This function is called when `bytes` bytes of the message of handle `i` have arrived, or have left.
    void complete_buffer(Process& process, std::size_t i, CallSite at, std::uint64_t bytes) {
      if (!buffers.empty()) buffers[i].complete_call(process, at, bytes);
    }
  };
  /// A function of the program that is called once, when a message has arrived or has left.
  struct MessageHandler {
    Handle message_handle;
    void (*function)(long type, long count, long node, long pid) = nullptr;
    void (*function_with_parameter)(long type, long count, long node, long pid, long parameter) = nullptr;
    void (*fortran_function)(const std::int32_t* type, const std::int32_t* count, const std::int32_t* node,
                             const std::int32_t* pid) = nullptr;
    void (*fortran_function_with_parameter)(const std::int32_t* type, const std::int32_t* count,
                                            const std::int32_t* node, const std::int32_t* pid,
                                            const std::int32_t* parameter) = nullptr;
    long parameter = 0;
    /// Arguments of the handler function. For a send they are those that the program passed; for a
    /// receive they describe the message that has arrived.
    long type = 0, count = 0, node = 0;
    bool is_send = false;
    WatchedBuffer buffer = {};
    CallSite site = {};

    bool has_function() const noexcept {
      return function != nullptr || function_with_parameter != nullptr || fortran_function != nullptr ||
             fortran_function_with_parameter != nullptr;
    }
    /// Calls the handler function. Needs: no code of the emulator runs, because the function is a part of the program.
    void call_function() const;
  };

  /// Sets the process, which is the program on this node that makes the NX calls. Call this before any other function
  /// of this class.
  void set_process(Process& process) noexcept { process_ = &process; }
  Process& process() const noexcept { return *process_; }
  Group& group_of_all_nodes(Node& node);
  long add_posted_message(PostedMessage posted, CallSite site);
  /// Returns the requests with this message number. Throws UsageError if no such message is under
  /// way.
  PostedMessage& posted_message_of_number(long message, CallSite site, const char* call);
  /// Removes the requests with this message number and returns them; the number is free from then on. Throws UsageError
  /// if no such message is under way.
  PostedMessage take_posted_message(long message, CallSite site, const char* call);
  /// Returns whether there are handlers of NX calls that have not run yet and may have to run while the program waits,
  /// because handlers are not masked and none is running.
  bool may_handlers_run() const noexcept {
    return !pending_handlers_.empty() && !are_handlers_masked && !is_handler_running;
  }
  void add_handler(MessageHandler handler) { pending_handlers_.push_back(std::move(handler)); }
  /// Waits for all of `posted`, or until a handler is due. Returns that handler, removed from the pending handlers and
  /// marked as running, or nothing if all of `posted` is done.
  std::optional<MessageHandler> wait_for_messages_or_handler(Node& node, PostedMessage& posted, CallSite site);
  /// Keeps the buffer of a message whose number the program has given up, because nobody will be
  /// told when the message is done.
  void keep_ignored_buffer(WatchedBuffer buffer) {
    buffer.stop_watching_buffer(*process_);
    ignored_buffers_.push_back(std::move(buffer));
  }
  /// Returns a handler that is due now, or nothing. This takes virtual time only if a handler is
  /// pending.
  std::optional<MessageHandler> take_due_handler(Node& node, CallSite site);
  /// Type, length and sender of a message, as calls such as infotype return them.
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
  /// This function is called at the end of the program. It cancels the sends and receives that are not done, and waits
  /// until they have ended.
  void end(Node& node, int exit_code) override;

  bool are_handlers_masked = false;           ///< whether masktrap holds handlers back
  bool is_handler_running = false;            ///< whether a handler is running; other handlers wait for its end
  bool does_call_return_error_codes = false;  ///< whether the call under way returns -1 for an error
  bool has_call_failed = false;               ///< whether the call under way has found an error

 private:
  MessageHandler take_message_handler(std::size_t which, const Received& received);

  Process* process_ = nullptr;
  std::deque<PostedMessage>
      posted_messages_;                ///< a deque, whose elements never move, as messages may arrive in their buffers
  std::size_t lowest_free_index_ = 0;  ///< no message number below this index is free
  std::vector<MessageHandler> pending_handlers_;
  std::vector<WatchedBuffer> ignored_buffers_;
  std::optional<Group> group_of_all_nodes_;
  MessageInfo last_message_info_;  ///< the last message that the program has received or found
};

/// Carries out a call of NX: runs `work(node, state)` as code of the emulator, and records the
/// source line of the call.
template <class Work>
auto run_nx_call(const NamedCall* call, Work work) {
  using Result = decltype(work(std::declval<Node&>(), std::declval<NxState&>()));
  return interface_call(call, [&work](Process& p) -> Result {
    auto& state = p.interface_state<NxState>();
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

/// A variant of an NX function whose name begins with an underscore. The variant returns -1 and sets errno for an error
/// of the program, and otherwise returns the function's result, or 0 if the function has none.
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
  /// Sets whether a wrong call returns -1 instead of ending the run. Returns whether the last call
  /// had an error.
  static bool set_error_reporting(bool is_told) {
    return interface_call(nullptr, [is_told](Process& p) {
      auto& state = p.interface_state<NxState>();
      state.does_call_return_error_codes = is_told;
      return std::exchange(state.has_call_failed, false);
    });
  }
};

/// Runs the program's handlers for messages that are done. Needs: the caller is not inside
/// run_nx_call(), because handlers run as a part of the program.
void run_due_handlers(const NamedCall* call);

/// The bindings of one function of NX: for C with the place of the call, and without it, as a variant that sets errno,
/// and for Fortran. `for_c` and `for_fortran` are different functions if they take different arrays or functions.
#define SWITCHYARD_NX_BIND_FORMS(name, for_c, for_fortran)                                                            \
  SymbolBinding::make_function_binding("switchyard_nx_" name, for_c),                                                 \
      SymbolBinding::make_function_binding(name, CallWithoutSourceLine<for_c>::call),                                 \
      SymbolBinding::make_function_binding("switchyard_nx__" name, ErrnoSettingCall<for_c>::call_and_set_errno),      \
      SymbolBinding::make_function_binding("_" name,                                                                  \
                                           CallWithoutSourceLine<ErrnoSettingCall<for_c>::call_and_set_errno>::call), \
      make_fortran_binding<name, for_fortran>()
#define SWITCHYARD_NX_BIND(name, function) SWITCHYARD_NX_BIND_FORMS(name, function, function)

}  // namespace switchyard
