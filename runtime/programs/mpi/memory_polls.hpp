#pragma once
/// \file memory_polls.hpp
/// Finds nodes that poll window memory for ever.
///
/// A program may read the same place of a window again and again until another node changes it. Each such access sends
/// messages, so that the run itself never stands still. If no other node is left that could change the memory, the
/// program has a deadlock all the same.

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

/// The polls of window memory in one run, since a node has last changed memory of a window, or has made a call that is
/// no part of a poll. Any thread may use it.
class MemoryPolls {
 public:
  /// A place in a window that a node reads.
  struct PolledPlace {
    static constexpr std::int64_t kWholeMemory = -1;
    WindowHistory::WindowId window;
    int target = 0;
    std::int64_t displacement = kWholeMemory;
    friend bool operator==(const PolledPlace&, const PolledPlace&) = default;
  };

  explicit MemoryPolls(std::size_t node_count) : polls_by_node_(node_count) {}

  /// Notes that the program of `node` begins a call of an MPI function, such as "MPI_Win_flush".
  void note_call(NodeId node, std::string_view function) {
    if (are_there_polls_.load(std::memory_order_relaxed)) note_call_beside_polls(node, function);
  }
  /// Notes that a node has changed memory of a window.
  void note_change() noexcept;
  /// Notes that `node` reads the place, and would read it again and again if it polled. Returns how often it has done
  /// so before in a row.
  std::uint32_t count_poll(NodeId node, const PolledPlace& place);
  /// Whether note_state_at_poll() is to be called for this poll.
  bool needs_state_at_poll(NodeId node);
  /// Notes in which state the program polls, as a hash; nothing if that is not known. A program whose state changes
  /// from poll to poll may count its polls, and end them by itself.
  void note_state_at_poll(NodeId node, const PolledPlace& place, std::optional<std::uint64_t> state);
  /// Returns whether the node polls for ever: it has read the same place many times, and all other nodes wait or poll,
  /// too. `is_in_call` returns whether the program of a node is in a call, or has finished. Call it after count_poll().
  bool is_poll_endless(Node& node, const std::function<bool(NodeId)>& is_in_call);

 private:
  struct PollsOfPlace {
    PolledPlace place;
    std::optional<std::uint64_t> last_state = {};  ///< the state noted at the last poll, if any
  };
  struct PollsOfNode {
    std::vector<PollsOfPlace> places;  ///< places that the node has read by turns
    std::uint32_t repetition_count = 0;
    bool has_state_changed = false;             ///< whether two polls of a place had different states
    std::uint32_t count_while_others_wait = 0;  ///< how many of the last polls found nothing else under way in the run
  };
  /// After so many polls in a row, a node polls for ever if nothing else of the run is under way.
  static constexpr std::uint32_t kPollsUntilEndless = 1000;
  /// After so many polls of each node that does not wait, all of them poll for ever. Their messages are always under
  /// way, so that only the number of polls can tell.
  static constexpr std::uint32_t kPollsUntilEndlessForAll = 2000;
  /// So many polls are needed instead if the program's state changes from poll to poll.
  static constexpr std::uint32_t kPollsUntilEndlessIfCounted = 20'000;
  /// States are compared at so many polls before a node may be found to poll for ever: four or more of each place.
  static constexpr std::uint32_t kPollsWithStates = 32;
  /// So many polls in a row must find nothing under way: what another node has just begun may become an event only a
  /// little later.
  static constexpr std::uint32_t kPollsWhileOthersWait = 10;
  static constexpr std::size_t kMostPolledPlaces = 8;

  static PollsOfPlace* find_polls_of(PollsOfNode& node, const PolledPlace& place);
  void note_call_beside_polls(NodeId node, std::string_view function);
  bool do_all_poll_or_wait(const std::function<bool(NodeId)>& is_in_call);
  void forget_polls() noexcept;

  std::mutex mutex_;
  std::atomic<bool> are_there_polls_{false};  ///< relaxed: a call that another node makes at the same time may miss it
  std::vector<PollsOfNode> polls_by_node_;
};

}  // namespace switchyard::mpi
