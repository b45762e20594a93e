#pragma once
/// \file nx.hpp
/// NX over Node: what nx.h declares, and what it keeps for a program.
///
/// Source: iPSC/2 and iPSC/860 Programmer's Reference Manual; Paragon C System Calls Reference Manual, Intel.
/// Departs from them: sets of types are those that one pattern of bits describes; a wrong call ends the run.

#include <optional>
#include <vector>

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
  };

  Group& everyone(Node& node);
  long add(Posted posted);
  /// Throws UsageError if there is no such message under way.
  Posted& at(long message, CallSite site, const char* call);
  void note(const Received& received) noexcept { last_ = received; }
  const Received& last() const noexcept { return last_; }
  /// Sends end by themselves; a receive that has no message yet is taken back.
  void end(Node& node, int exit_code) override;

 private:
  std::vector<Posted> posted_;
  std::optional<Group> everyone_;
  Received last_;
};

/// What a function of NX does: `work(node, state)` in the host, with the call's place noted.
template <class Work>
auto nx_call(const NamedCall* call, Work work) {
  return interface_call(call, [&work](Process& p) { return work(p.node(), p.interface_state<NxState>()); });
}

}  // namespace switchyard
