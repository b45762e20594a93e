#pragma once
/// \file memory_polls.hpp
/// Finds nodes that poll the memory of an MPI window for ever.
///
/// A program may read the same place of a window again and again until another node changes it. Each of its accesses
/// sends messages, so that the emulator never finds all nodes waiting. If no other node is left that could change the
/// memory, the program has a deadlock all the same.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/mpi/window_history.hpp"
#include "runtime/units.hpp"

namespace switchyard::mpi {

/// The polls (repeated reads) of window memory in one run. They are counted since a node has last changed memory of a
/// window, or has made a call that is not part of a poll. Any thread may use it.
class MemoryPolls {
 public:
  /// A place in an MPI window that a node reads.
  struct PolledWindowLocation {
    static constexpr std::int64_t kWholeWindowMemoryDisplacement = -1;
    WindowHistory::WindowId window;
    int target = 0;
    std::int64_t displacement = kWholeWindowMemoryDisplacement;
    friend bool operator==(const PolledWindowLocation&, const PolledWindowLocation&) = default;
  };

  explicit MemoryPolls(std::size_t node_count) : polls_by_node_(node_count) {}

  /// Notes that the program of `node` begins to call the MPI function `function`, such as "MPI_Win_flush".
  void note_call(NodeId node, std::string_view function) {
    if (has_any_polls_.load(std::memory_order_relaxed)) note_call_during_polls(node, function);
  }
  /// Notes that a node has changed memory of a window, which ends all polls.
  void note_change_of_window_memory() noexcept;
  /// Notes that `node` reads `place`, which is a poll if the node does so again and again. Returns how many times in a
  /// row the node has read a place that it had read before.
  std::uint32_t count_poll(NodeId node, const PolledWindowLocation& place);
  /// Returns whether note_state_at_poll() must be called for the present poll of the node.
  bool needs_state_at_poll(NodeId node);
  /// Notes the state of the program at a poll, as a hash; nothing if it is not known. A program whose state changes
  /// from poll to poll may be counting its polls, and may end them by itself.
  void note_state_at_poll(NodeId node, const PolledWindowLocation& place, std::optional<std::uint64_t> state);
  /// Returns whether the node polls for ever: it has read the same places many times, and all other nodes wait or poll,
  /// too. `is_in_call` returns whether the program of a node is in a call, or has finished. Call it after count_poll().
  bool is_poll_endless(Node& node, const std::function<bool(NodeId)>& is_in_call);

 private:
  struct PollsOfWindowLocation {
    PolledWindowLocation place;
    std::optional<std::uint64_t> last_state = {};  ///< hash of the program's state at the last poll, if it was noted
  };
  struct PollsOfNode {
    std::vector<PollsOfWindowLocation> polled_locations;  ///< the places that the node reads in turn
    std::uint32_t repetition_count = 0;
    bool has_state_changed = false;  ///< whether the program's state has differed between two polls of the same place
    /// How many of the latest polls found that no other node could go on.
    std::uint32_t polls_while_others_wait_count = 0;
  };
  /// The number of polls in a row after which a node is found to poll for ever, if no other node can go on.
  static constexpr std::uint32_t kPollsUntilEndless = 1000;
  /// The number of polls of each polling node after which all of them are found to poll for ever, if all other nodes
  /// wait. The messages of the polls are always under way, so that only the number of polls can tell.
  static constexpr std::uint32_t kPollsUntilAllNodesPollEndlessly = 2000;
  /// The number of polls in a row that is required instead if the program's state changes from poll to poll, because it
  /// may be counting its polls.
  static constexpr std::uint32_t kPollsUntilEndlessWithChangingState = 20'000;
  /// The number of polls for which the program's state is compared before a node may be found to poll for ever. It is
  /// enough for four comparisons of each place.
  static constexpr std::uint32_t kPollsWithComparedProgramStates = 32;
  /// The number of polls in a row that must find that no other node can go on. One is not enough: what another node has
  /// just begun may become an event only a little later.
  static constexpr std::uint32_t kPollsWhileOthersWait = 10;
  static constexpr std::size_t kMostPolledPlaces = 8;

  static PollsOfWindowLocation* find_polls_of(PollsOfNode& node, const PolledWindowLocation& place);
  void note_call_during_polls(NodeId node, std::string_view function);
  bool do_all_poll_or_wait(const std::function<bool(NodeId)>& is_in_call);
  void discard_all_poll_records() noexcept;

  std::mutex mutex_;
  /// Accessed as relaxed: a call that another node makes at the same time may miss it.
  std::atomic<bool> has_any_polls_{false};
  std::vector<PollsOfNode> polls_by_node_;
};

}  // namespace switchyard::mpi
