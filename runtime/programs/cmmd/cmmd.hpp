#pragma once
/// \file cmmd.hpp
/// CMMD and CMAM over Node: what cmmd.h and cmam.h declare, and what they keep for a program.
///
/// Source: CMMD Reference Manual, version 3, Thinking Machines Corporation; T. von Eicken, D. E. Culler, S. C.
/// Goldstein, K. E. Schauser, "Active Messages" (1992). Neither manual is at hand: the arguments are those of programs.
/// Departs from them: see runtime/README.md; a wrong call ends the run.

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
#include "runtime/programs/interface_call.hpp"

namespace switchyard {

/// All names of cmmd.h and cmam.h.
Bindings cmmd_bindings();
// A file each.
Bindings cmmd_collective_bindings();
Bindings cmam_bindings();

/// CMMD's messages and collectives are kept apart from those of other interfaces by this.
inline constexpr Context kCmmdContext{kFirstFreeContext + 1};
/// A swap has no tag: no other call gets its messages.
inline constexpr Context kCmmdSwapContext{kFirstFreeContext + 2};

/// What the nodes of one run have in common. Any thread.
class CmmdRun {
 public:
  using Words = std::array<std::int32_t, 4>;

  explicit CmmdRun(std::uint32_t nodes) : flags_(nodes) {}
  static std::shared_ptr<CmmdRun> of(Node& node);

  /// The words of an active message, until they are taken.
  const Words* keep(const Words& words);
  Words take(const Words* words);

  void set_flag(NodeId node, bool is_set) noexcept { flags_[index(node)].store(is_set); }
  bool any_flag() const noexcept;

 private:
  std::mutex mutex_;  // guards the next two
  std::deque<Words> words_;
  std::vector<Words*> free_;
  std::vector<std::atomic<bool>> flags_;
};

class CmmdState final : public InterfaceState {
 public:
  /// A message under way or done, by its number.
  struct Message {
    bool is_known = false;  ///< not freed
    bool is_done = false;
    Handle handle;
    Received received;
    void (*done)(int, void*) = nullptr;
    void* argument = nullptr;
  };
  /// What is to be called, as a message is done.
  struct Due {
    void (*done)(int, void*) = nullptr;
    int number = 0;
    void* argument = nullptr;
  };
  struct Timer {
    Duration counted{};
    std::optional<VirtualTime> since;
  };
  /// The receiving end of bulk transfers.
  struct Segment {
    bool is_taken = false;
    bool closes = false;  ///< it is given back by itself when all has come
    std::byte* memory = nullptr;
    void (*end)() = nullptr;
    void* argument = nullptr;
  };

  /// At its process's first call.
  void begin(Process& process);
  Process& process() const noexcept { return *process_; }
  CmmdRun& run() const noexcept { return *run_; }
  Group& everyone(Node& node);

  int add(Message message);
  /// Throws UsageError if there is no such message.
  Message& at(int number, CallSite site, const char* call);
  std::vector<Message>& messages() noexcept { return messages_; }
  void finish(int number, const Received& received);
  std::optional<Due> next_due();

  void note(const Received& received) noexcept { last_ = received; }
  const Received& last() const noexcept { return last_; }

  std::array<Timer, 64> timers;
  std::vector<Segment> segments;
  bool interrupts = false;     ///< as the program has set them
  bool has_room = false;       ///< for messages that are copied
  Arrival* arrival = nullptr;  ///< what the handler that runs is for
  bool may_reply = false;      ///< that handler

  /// Sends end by themselves; a receive that has no message yet is taken back.
  void end(Node& node, int exit_code) override;

 private:
  Process* process_ = nullptr;
  std::shared_ptr<CmmdRun> run_;
  std::vector<Message> messages_;
  std::vector<Due> due_;
  std::optional<Group> everyone_;
  Received last_;
};

/// What a function of CMMD does: `work(node, state)` in the host, with the call's place noted.
template <class Work>
auto cmmd_call(const NamedCall* call, Work work) {
  return interface_call(call, [&work](Process& p) {
    auto& state = p.interface_state<CmmdState>();
    state.begin(p);
    return work(p.node(), state);
  });
}

/// Throws UsageError for what is no node.
NodeId node_of_number(const Node& node, int number, const char* call, CallSite site);
/// Throw UsageError for a negative length or a null pointer.
std::span<const std::byte> outgoing_bytes(const void* buffer, int length, const char* call, CallSite site);
std::span<std::byte> incoming_bytes(void* buffer, int length, const char* call, CallSite site);

}  // namespace switchyard
