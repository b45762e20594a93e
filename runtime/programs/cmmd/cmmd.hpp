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
#include "runtime/programs/contexts.hpp"
#include "runtime/programs/interface_call.hpp"
#include "runtime/programs/watched_buffer.hpp"

namespace switchyard {

/// Returns the bindings of all names of cmmd.h and cmam.h.
Bindings cmmd_bindings();
// A file each.
Bindings cmmd_collective_bindings();
Bindings cmam_bindings();

/// State that the nodes of one run share. Any thread may use it.
class CmmdRun {
 public:
  using Words = std::array<std::int32_t, 4>;

  explicit CmmdRun(std::uint32_t nodes) : flags_(nodes) {}
  static std::shared_ptr<CmmdRun> of(Node& node);

  /// The words of an active message that has not been received yet.
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
  /// A message that is under way or done. Programs know it by its number.
  struct Message {
    bool is_known = false;  ///< whether the program has not freed it
    bool is_done = false;
    Handle handle;
    CallSite site = {};  ///< place of the call that posted it
    WatchedBuffer buffer = {};
    Received received;
    void (*done)(int, void*) = nullptr;
    void* argument = nullptr;
  };
  /// A function of the program that is called when a message is done.
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
    bool closes = false;  ///< whether the segment is freed by itself when all bytes have arrived
    std::byte* memory = nullptr;
    void (*end)() = nullptr;
    void* argument = nullptr;
  };

  /// Made at the first call of its process.
  void begin(Process& process);
  Process& process() const noexcept { return *process_; }
  CmmdRun& run() const noexcept { return *run_; }
  Group& everyone(Node& node);

  int add(Message message, CallSite site);
  /// Throws UsageError if there is no such message.
  Message& at(int number, CallSite site, const char* call);
  std::vector<Message>& messages() noexcept { return messages_; }
  void finish(int number, const Received& received, CallSite site);
  std::optional<Due> next_due();
  /// The time that the node's timers show.
  VirtualTime look_at_clock(Node& node, CallSite site);

  void note(const Received& received) noexcept { last_ = received; }
  const Received& last() const noexcept { return last_; }

  std::array<Timer, 64> timers;
  std::vector<Segment> segments;
  bool interrupts = false;           ///< whether the program has enabled them
  bool has_room = false;             ///< whether the node has a buffer for messages that are copied
  ActiveMessage* arrival = nullptr;  ///< the message that a handler runs for now, or null
  bool may_reply = false;            ///< whether the handler that runs may reply

  /// Called at the end of the program: receives that have no message yet are cancelled, and sends complete by
  /// themselves.
  void end(Node& node, int exit_code) override;

 private:
  Process* process_ = nullptr;
  std::shared_ptr<CmmdRun> run_;
  std::vector<Message> messages_;
  std::vector<Due> due_;
  std::optional<Group> everyone_;
  Received last_;
};

/// Carries out a function of CMMD: runs `work(node, state)` in the host, with the call's place noted.
template <class Work>
auto cmmd_call(const NamedCall* call, Work work) {
  return interface_call(call, [&work](Process& p) {
    auto& state = p.interface_state<CmmdState>();
    state.begin(p);
    return work(p.node(), state);
  });
}

/// Throws UsageError if the number is not that of a node.
NodeId node_of_number(const Node& node, int number, const char* call, CallSite site);
/// Throw UsageError for a negative length or a null pointer.
std::span<const std::byte> outgoing_bytes(const void* buffer, int length, const char* call, CallSite site);
std::span<std::byte> incoming_bytes(void* buffer, int length, const char* call, CallSite site);

}  // namespace switchyard
