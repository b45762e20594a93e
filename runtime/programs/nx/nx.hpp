#pragma once
/// \file nx.hpp
/// NX over Node: what nx.h declares, and what it keeps for a program.
///
/// Source: iPSC/2 and iPSC/860 Programmer's Reference Manual; Paragon C System Calls Reference Manual, Intel.
/// Departs from them: sets of types are those that one pattern of bits describes; a wrong call ends the run, or, of a
/// name with an underscore, returns -1 with errno EINVAL; handlers run while their node waits or polls.

#include <cerrno>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/group.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/interface_call.hpp"

namespace switchyard {

/// All names of nx.h.
Bindings nx_bindings();
/// Those of the global operations.
Bindings nx_collective_bindings();

/// NX's messages and collectives are kept apart from those of other interfaces by this.
inline constexpr Context kNxContext{kFirstFreeContext};

class NxState final : public InterfaceState {
 public:
  /// A message that was posted, by its number minus one.
  struct Posted {
    std::vector<Handle> handles;  ///< empty: the number is free
    long* info = nullptr;         ///< of irecvx
    Received first = {};          ///< what the first handle has brought, if it was waited for beside handlers
  };
  /// A function of the program that is called when a message has come, or has left; once.
  struct Handler {
    Handle message;
    void (*function)(long type, long count, long node, long pid) = nullptr;
    void (*with_parameter)(long type, long count, long node, long pid, long parameter) = nullptr;
    long parameter = 0;
    long type = 0, count = 0, node = 0;  ///< of a send; of a receive they are what it has received
    bool is_send = false;
  };

  Group& everyone(Node& node);
  long add(Posted posted);
  /// Throws UsageError if there is no such message under way.
  Posted& at(long message, CallSite site, const char* call);
  /// Whether handlers are to run while the program waits.
  bool awaits_handlers() const noexcept { return !handlers_.empty() && !is_masked && !in_handler; }
  void add_handler(const Handler& handler) { handlers_.push_back(handler); }
  /// Waits for all of `posted`, or until a handler is due, which is taken out; `in_handler` is set for it. Nothing
  /// after the former.
  std::optional<Handler> wait_or_take(Node& node, Posted& posted, CallSite site);
  /// A handler that is due now; costs time only if there is one to wait for.
  std::optional<Handler> take_due(Node& node, CallSite site);
  void note(const Received& received) noexcept { last_ = received; }
  const Received& last() const noexcept { return last_; }
  /// Sends end by themselves; a receive that has no message yet is taken back.
  void end(Node& node, int exit_code) override;

  bool is_masked = false;     ///< by masktrap
  bool in_handler = false;    ///< others have to wait
  bool tells_errors = false;  ///< the call under way returns -1 for an error
  bool has_error = false;     ///< it is to

 private:
  Handler take(std::size_t which, const Received& received);

  std::vector<Posted> posted_;
  std::vector<Handler> handlers_;
  std::optional<Group> everyone_;
  Received last_;
};

/// What a function of NX does: `work(node, state)` in the host, with the call's place noted.
template <class Work>
auto nx_call(const NamedCall* call, Work work) {
  using Result = decltype(work(std::declval<Node&>(), std::declval<NxState&>()));
  return interface_call(call, [&work](Process& p) -> Result {
    auto& state = p.interface_state<NxState>();
    if (!state.tells_errors || state.in_handler) return work(p.node(), state);
    try {
      return work(p.node(), state);
    } catch (const UsageError&) {
      state.has_error = true;
      return Result();
    }
  });
}

/// The same function by its name with an underscore: -1 and errno for an error that the program has made, and 0 for
/// what has no result.
template <auto function>
struct Underscored;
template <class Result, class... Arguments, Result (*function)(const NamedCall*, Arguments...)>
struct Underscored<function> {
  static long call(const NamedCall* call, Arguments... arguments) {
    tell_errors(true);
    long result = 0;
    if constexpr (std::is_void_v<Result>) {
      function(call, arguments...);
    } else {
      result = static_cast<long>(function(call, arguments...));
    }
    if (!tell_errors(false)) return result;
    errno = EINVAL;
    return -1;
  }

 private:
  /// Whether there was one.
  static bool tell_errors(bool is_told) {
    return interface_call(nullptr, [is_told](Process& p) {
      auto& state = p.interface_state<NxState>();
      state.tells_errors = is_told;
      return std::exchange(state.has_error, false);
    });
  }
};

/// Runs the handlers that are due. The caller is in the program, not in the host.
void run_due_handlers(const NamedCall* call);

}  // namespace switchyard
