#pragma once
/// \file cmmd.hpp
/// Implements CMMD and CMAM, as declared in cmmd.h and cmam.h, on top of Node: their functions,
/// and their state for each program.
///
/// Source: CMMD Reference Manual, version 3, Thinking Machines Corporation; T. von Eicken, D. E. Culler, S. C.
/// Goldstein, K. E. Schauser, "Active Messages" (1992). Neither manual was available: the arguments of the functions
/// are those that programs pass.
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

/// Returns the bindings of all names of cmmd.h and cmam.h.
SymbolBindings cmmd_bindings();
// These functions return the parts of cmmd_bindings() that are defined in source files of their own.
SymbolBindings cmmd_collective_bindings();
SymbolBindings cmam_bindings();

/// State of CMMD and CMAM that all nodes of one run share. Any thread may use this object.
class CmmdRun {
 public:
  using MessageWords = std::array<std::int32_t, 4>;

  explicit CmmdRun(std::uint32_t nodes) : global_or_flags_(nodes) {}
  static std::shared_ptr<CmmdRun> find_or_make_cmmd_run(Node& node);

  /// Stores the words of an active message under way, until take_stored_message_words() is called at its destination.
  const MessageWords* store_message_words(const MessageWords& words);
  MessageWords take_stored_message_words(const MessageWords* words);

  void set_global_or_flag(NodeId node, bool is_set) noexcept { global_or_flags_[index(node)].store(is_set); }
  bool is_any_global_or_flag_set() const noexcept;

 private:
  std::mutex mutex_;  // guards the stored words and the list of free ones
  std::deque<MessageWords> stored_message_words_;
  std::vector<MessageWords*> free_message_words_;
  std::vector<std::atomic<bool>> global_or_flags_;
};

class CmmdState final : public InterfaceState {
 public:
  /// A function of the program for an asynchronous message that is done. It takes the number of the message, in Fortran
  /// by reference, and an argument that the program chooses.
  struct CompletionCallback {
    void (*function)(int, void*) = nullptr;
    void (*fortran_function)(const std::int32_t*, void*) = nullptr;
    void* argument = nullptr;

    bool has_function() const noexcept { return function != nullptr || fortran_function != nullptr; }
    /// Calls the function. Needs: there is one, and no code of the emulator runs.
    void call(int message_number) const {
      const std::int32_t number = message_number;
      fortran_function != nullptr ? fortran_function(&number, argument) : function(message_number, argument);
    }
  };
  /// An asynchronous send or receive that is under way or done. Programs refer to it by a number.
  struct Message {
    bool is_number_in_use = false;  ///< whether the message has a number that the program has not freed
    bool is_done = false;
    Handle handle;
    CallSite site = {};  ///< place of the call that posted the message
    WatchedBuffer buffer = {};
    Received received;
    CompletionCallback completion_callback = {};
  };
  /// A function of the program that must still be called, because an asynchronous message is done.
  struct PendingCallback {
    CompletionCallback completion_callback;
    int message_number = 0;
  };
  struct Timer {
    Duration accumulated_time{};
    std::optional<VirtualTime> running_since;
  };
  /// The receiving side of a bulk transfer.
  struct BulkSegment {
    bool is_allocated = false;
    bool is_freed_at_end = false;  ///< whether the segment is freed when all bytes have arrived
    std::byte* memory = nullptr;
    void (*end_function)() = nullptr;
    void* end_function_argument = nullptr;
  };

  /// Prepares the state at the first CMMD call of a process. This function has no effect at later calls.
  void prepare_at_first_call(Process& process);
  Process& process() const noexcept { return *process_; }
  CmmdRun& shared_run_state() const noexcept { return *shared_run_state_; }
  Group& group_of_all_nodes(Node& node);

  int add_message(Message message, CallSite site);
  /// Returns the asynchronous message with this number. Throws UsageError if there is none.
  Message& message_of_number(int number, CallSite site, const char* call);
  std::vector<Message>& messages() noexcept { return messages_; }
  void complete_async_message(int number, const Received& received, CallSite site);
  std::optional<PendingCallback> take_next_pending_callback();
  /// Returns the time of the clock on which the node's timers are based. Reading the clock takes a
  /// little virtual time.
  VirtualTime read_program_clock(Node& node, CallSite site);

  void note_last_received(const Received& received) noexcept { last_received_message_ = received; }
  const Received& last_received_message() const noexcept { return last_received_message_; }

  std::array<Timer, 64> timers;
  std::vector<BulkSegment> bulk_segments;
  bool are_interrupts_enabled = false;  ///< whether the program has enabled interrupts
  bool has_buffer_for_copied_messages =
      false;  ///< whether the node has a buffer for the copied messages of CMMD_send_noblock
  ActiveMessage* handled_active_message = nullptr;  ///< the active message whose handler is running, or null
  bool may_handler_reply = false;                   ///< whether the handler that is running may send a reply

  /// This function is called at the end of the program. It cancels the sends and receives that are not done, and waits
  /// until they have ended.
  void end(Node& node, int exit_code) override;

 private:
  Process* process_ = nullptr;
  std::shared_ptr<CmmdRun> shared_run_state_;
  std::vector<Message> messages_;
  std::vector<PendingCallback> pending_callbacks_;
  std::optional<Group> group_of_all_nodes_;
  Received last_received_message_;
};

/// Carries out a call of CMMD: runs `work(node, state)` as code of the emulator, and records the
/// source line of the call.
template <class Work>
auto run_cmmd_call(const NamedCall* call, Work work) {
  return interface_call(call, [&work](Process& p) {
    auto& state = p.interface_state<CmmdState>();
    state.prepare_at_first_call(p);
    return work(p.node(), state);
  });
}

/// Returns the node with this number. Throws UsageError if the machine has no such node.
NodeId node_of_number(const Node& node, int number, const char* call, CallSite site);
/// These functions check a program's buffer, and return its bytes for sending or receiving. They throw UsageError for a
/// negative length or a null pointer, and BadMemoryError for memory that cannot be accessed.
std::span<const std::byte> checked_send_buffer(const void* buffer, int length, const char* call, CallSite site);
std::span<std::byte> checked_receive_buffer(void* buffer, int length, const char* call, CallSite site);

/// The bindings of one function of CMMD: for C with the place of the call, and without it, and for Fortran. `for_c` and
/// `for_fortran` are different functions if they take different functions of the program.
#define SWITCHYARD_CMMD_BIND_FORMS(name, for_c, for_fortran)                          \
  SymbolBinding::make_function_binding("switchyard_cmmd_" name, for_c),               \
      SymbolBinding::make_function_binding(name, CallWithoutSourceLine<for_c>::call), \
      make_fortran_binding<name, for_fortran>()
#define SWITCHYARD_CMMD_BIND(name, function) SWITCHYARD_CMMD_BIND_FORMS(name, function, function)

}  // namespace switchyard
