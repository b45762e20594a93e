#pragma once
/// \file timeline.hpp
/// All that an observer is told of one run, put together: slices of node time, transfers with their states, uses of
/// links.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/schedule/schedule.hpp"
#include "runtime/observer.hpp"

namespace switchyard {

/// A node does one thing for a while.
struct NodeSlice {
  NodeId node{};
  NodeState state;
  VirtualTime from{};
  VirtualTime to{};
  bool ended = true;  ///< false: the run was over first
};

struct TransferSlice {
  TransferState state = TransferState::sets_up;
  std::optional<NodeId> holder;  ///< whose transfer is in the way
  VirtualTime from{};
  VirtualTime to{};
};

struct Transfer {
  TransferInfo info;
  VirtualTime from{};
  VirtualTime to{};
  bool ended = false;                      ///< false: the run was over first
  std::optional<PhaseId> phase = {};       ///< of its schedule
  std::vector<TransferSlice> slices = {};  ///< without gaps from `from` to `to`; none of zero length

  Duration time_in(TransferState state) const noexcept;
  Duration waiting() const noexcept;  ///< in all states that wait
};

struct TransferLink {
  std::size_t transfer = 0;  ///< its place in Timeline::transfers
  LinkUse use;
};

struct TimelineMark {
  NodeId node{};
  VirtualTime at{};
  std::string label;
};

struct Timeline {
  std::uint32_t nodes = 0;
  VirtualTime end{};
  std::vector<NodeSlice> node_slices;  ///< of each node in the order of time; none of zero length, none that only runs
  std::vector<Transfer> transfers;     ///< in the order in which they began, ties as they were told
  std::vector<TransferLink> links;
  std::vector<TimelineMark> marks;
  std::uint32_t phases = 0;  ///< of the schedule; 0 if there is none

  /// Tells each transfer the phase that it belongs to: that of its message; a ready signal has that of the message that
  /// it asks for.
  void set_phases(const Schedule& schedule);
};

/// Records a run.
class TimelineRecorder final : public Observer {
 public:
  explicit TimelineRecorder(std::uint32_t nodes);

  void node_is(VirtualTime at, NodeId node, const NodeState& state) override;
  void node_marked(VirtualTime at, NodeId node, std::string_view label) override;
  void transfer_begins(VirtualTime at, std::uint32_t transfer, const TransferInfo& info) override;
  void transfer_is(VirtualTime at, std::uint32_t transfer, TransferState state, std::optional<NodeId> holder) override;
  void link_used(std::uint32_t transfer, const LinkUse& use) override;
  void run_ended(VirtualTime at) override;

  /// After the run. At most once.
  Timeline take();

 private:
  struct CurrentState {
    NodeState state;
    VirtualTime since{};
  };
  void close_node(NodeId node, VirtualTime at, bool ended = true);

  Timeline timeline_;
  std::vector<CurrentState> nodes_;
  std::unordered_map<std::uint32_t, std::size_t> under_way_;  ///< transfers by their current name
};

inline constexpr std::size_t kActivityCount = static_cast<std::size_t>(NodeActivity::finished) + 1;
inline constexpr std::size_t kStateCount = static_cast<std::size_t>(TransferState::ended) + 1;

/// For people: "waits for a link".
const char* text_of(TransferState state) noexcept;
const char* text_of(TransferKind kind) noexcept;
const char* text_of(NodeActivity activity) noexcept;
bool is_wait(TransferState state) noexcept;
bool is_wait(NodeActivity activity) noexcept;

}  // namespace switchyard
