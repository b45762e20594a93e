#pragma once
/// \file cmmd.hpp
/// Implements CMMD and CMAM, as declared in cmmd.h and cmam.h, on top of the class Node: their functions, and the state
/// that they keep for each node's program.
///
/// Source: CMMD Reference Manual, version 3, Thinking Machines Corporation; T. von Eicken, D. E. Culler, S. C.
/// Goldstein, K. E. Schauser, "Active Messages" (1992). Neither manual was available: the arguments of the functions
/// were taken from programs that call them.
/// Departs from the manuals: see runtime/README.md; a wrong call ends the run.

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/active_message.hpp"
#include "runtime/group.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/contexts.hpp"
#include "runtime/programs/fortran_call.hpp"
#include "runtime/programs/interface_call.hpp"
#include "runtime/programs/watched_buffer.hpp"

namespace switchyard {

/// Returns the bindings of all functions that cmmd.h and cmam.h declare.
SymbolBindings cmmd_bindings();
// Both functions return parts of the table that cmmd_bindings() returns: the bindings of CMMD's global operations, and
// those of CMAM.
SymbolBindings cmmd_collective_bindings();
SymbolBindings cmam_bindings();

/// State of CMMD and CMAM that all nodes of one run share. Any thread may use this object.
class CmmdRun {
 public:
  using MessageWords = std::array<std::int32_t, 4>;

  explicit CmmdRun(std::uint32_t nodes) : global_or_flags_(nodes) {}
  static std::shared_ptr<CmmdRun> find_or_make_cmmd_run(Node& node);

  /// Stores the four words of an active message under way, and returns a pointer to them. They stay there until
  /// take_stored_message_words() is called at the destination of the message.
  const MessageWords* store_message_words(const MessageWords& words);
  MessageWords take_stored_message_words(const MessageWords* words);

  void set_global_logical_or_flag_of_node(NodeId node, bool is_set) noexcept {
    global_or_flags_[index(node)].store(is_set);
  }
  bool is_any_global_logical_or_flag_set() const noexcept;

 private:
  std::mutex mutex_;  // guards the stored words of active messages, and the list of free places for such words
  std::deque<MessageWords> stored_message_words_;
  std::vector<MessageWords*> free_message_words_;
  std::vector<std::atomic<bool>> global_or_flags_;
};

class CmmdState final : public InterfaceState {
 public:
  /// A function of the program that is called when an asynchronous send or receive is done. It takes the number of the
  /// send or receive (in Fortran by reference) and an argument that the program chooses.
  struct CompletionCallback {
    void (*function)(int, void*) = nullptr;
    void (*fortran_function)(const std::int32_t*, void*) = nullptr;
    void* argument = nullptr;

    bool has_function() const noexcept { return function != nullptr || fortran_function != nullptr; }
    /// Calls the program's function. Needs: has_function() is true, and no code of the emulator runs on this thread
    /// (EmulatorCodeScope), because the function is code of the program.
    void call_function_of_program(int message_number) const {
      const std::int32_t number = message_number;
      fortran_function != nullptr ? fortran_function(&number, argument) : function(message_number, argument);
    }
  };
  /// An asynchronous send or receive of CMMD that is under way or done. The program refers to it by a number.
  struct Message {
    bool is_number_in_use = false;  ///< whether the program may still refer to the send or receive by its number
    bool is_done = false;
    Handle handle;
    CallSite site = {};  ///< place in the program of the call that has posted the send or receive
    WatchedBuffer buffer = {};
    Received received;
    CompletionCallback completion_callback = {};
  };
  /// A function of the program that must be called, because an asynchronous send or receive is done, and that was not
  /// called yet.
  struct PendingCallback {
    CompletionCallback completion_callback;
    int message_number = 0;
  };
  struct Timer {
    Duration accumulated_time{};
    std::optional<VirtualTime> running_since;
  };
  /// The receiving side of a bulk transfer of CMAM (a segment): the memory for the bytes, and the function of the
  /// program that is called when they have arrived.
  struct BulkSegment {
    bool is_allocated = false;
    bool is_freed_at_end = false;  ///< whether the segment is freed when all of its bytes have arrived
    std::byte* memory = nullptr;
    void (*end_function)() = nullptr;
    void* end_function_argument = nullptr;
  };

  /// Prepares the state of CMMD at the first CMMD call of a process; has no effect at later calls.
  void prepare_at_first_call(Process& process);
  Process& process() const noexcept { return *process_; }
  CmmdRun& shared_run_state() const noexcept { return *shared_run_state_; }
  Group& group_of_all_nodes(Node& node);

  int add_message(Message message, CallSite site);
  /// Returns the asynchronous send or receive with this number. Throws UsageError if there is none.
  Message& message_of_number(int number, CallSite site, const char* call);
  std::vector<Message>& messages() noexcept { return messages_; }
  void complete_async_message(int number, const Received& received, CallSite site);
  std::optional<PendingCallback> take_next_pending_callback();
  /// Returns the time on which the timers of the node (CMMD_node_timer_start and its like) are based. Reading it takes
  /// a little virtual time.
  VirtualTime read_program_clock(Node& node, CallSite site);

  void note_last_received_message(const Received& received) noexcept { last_received_message_ = received; }
  const Received& last_received_message() const noexcept { return last_received_message_; }

  std::array<Timer, 64> timers;
  std::vector<BulkSegment> bulk_segments;
  bool are_interrupts_enabled = false;  ///< whether the program has enabled interrupts for active messages
  /// Whether the node has the buffer in which CMMD_send_noblock keeps copies of messages.
  bool has_buffer_for_copied_messages = false;
  ActiveMessage* handled_active_message = nullptr;  ///< the active message whose handler is running; null if none is
  /// Whether the handler of an active message that is running may send a reply.
  bool may_handler_reply = false;

  /// Called at the end of the program: cancels the sends and receives that are not done, and waits until they have
  /// ended.
  void end(Node& node, int exit_code) override;

 private:
  Process* process_ = nullptr;
  std::shared_ptr<CmmdRun> shared_run_state_;
  std::vector<Message> messages_;
  std::vector<PendingCallback> pending_callbacks_;
  std::optional<Group> group_of_all_nodes_;
  Received last_received_message_;
};

/// Carries out a CMMD call of a program: runs `work(node, state)` as code of the emulator instead of the program
/// (EmulatorCodeScope), and records the source line of the call for reports.
template <class Work>
auto run_cmmd_call(const NamedCall* call, Work work) {
  return interface_call(call, [&work](Process& p) {
    auto& state = p.communication_interface_state<CmmdState>();
    state.prepare_at_first_call(p);
    return work(p.node(), state);
  });
}

/// Returns the node with this number. Throws UsageError if the machine has no such node.
NodeId node_of_number(const Node& node, int number, const char* call, CallSite site);
/// Both functions check a buffer that a program has passed to a call, and return its bytes: for a send, and for a
/// receive. They throw UsageError for a negative length or a null pointer, and BadMemoryError for memory that cannot be
/// accessed.
std::span<const std::byte> checked_send_buffer(const void* buffer, int length, const char* call, CallSite site);
std::span<std::byte> checked_receive_buffer(void* buffer, int length, const char* call, CallSite site);

/// The three bindings of one function of CMMD: for C with the source line of the call, for C without it, and for
/// Fortran. `for_c` and `for_fortran` are different functions if the CMMD function takes a function of the program as
/// an argument, which C and Fortran declare differently.
#define SWITCHYARD_CMMD_BIND_FORMS(name, for_c, for_fortran)                                              \
  SymbolBinding::make_function_binding("switchyard_cmmd_" name, for_c),                                   \
      SymbolBinding::make_function_binding(name, CallWithoutSourceLine<for_c>::call_without_source_line), \
      make_fortran_binding<name, for_fortran>()
#define SWITCHYARD_CMMD_BIND(name, function) SWITCHYARD_CMMD_BIND_FORMS(name, function, function)

}  // namespace switchyard
