#pragma once
/// \file timeline.hpp
/// The timeline of one run, as an observer of the run records it: what each node does when, the transfers with their
/// states, and the uses of links.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/schedule/schedule.hpp"
#include "runtime/observer.hpp"

namespace switchyard {

/// An interval of virtual time during which a node does one thing, such as compute, send or wait.
struct NodeActivityInterval {
  NodeId node{};
  NodeState state;
  VirtualTime from{};
  VirtualTime to{};
  /// False if the run ended before the node changed its state.
  bool ended = true;
};

struct TransferSlice {
  TransferState state = TransferState::sets_up;
  /// The node whose transfer keeps this one waiting; nothing if it is unknown.
  std::optional<NodeId> holder;
  VirtualTime from{};
  VirtualTime to{};
};

struct RecordedTransfer {
  TransferInfo info;
  VirtualTime from{};
  VirtualTime to{};
  bool ended = false;                 ///< false if the run ended before the transfer
  std::optional<PhaseId> phase = {};  ///< the schedule phase to which the transfer belongs
  /// The states of the transfer, one after another without gaps and without slices of zero length.
  std::vector<TransferSlice> slices = {};

  Duration time_in_state(TransferState state) const noexcept;
  /// Returns the total time that the transfer spent in waiting states.
  Duration total_waiting_time() const noexcept;
};

struct LinkUseByTransfer {
  /// The index, in Timeline::transfers, of the transfer that uses the link.
  std::size_t transfer = 0;
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
  /// The intervals of time in which nodes do something other than just run their programs, such as wait. Those of one
  /// node are in the order of time. There are no intervals of zero length.
  std::vector<NodeActivityInterval> node_slices;
  /// The transfers, ordered by the time at which they began. Transfers that began at the same time are in the order in
  /// which they were reported.
  std::vector<RecordedTransfer> transfers;
  std::vector<LinkUseByTransfer> links;
  std::vector<TimelineMark> marks;
  std::uint32_t phases = 0;  ///< number of phases of the schedule; 0 if there is none

  /// Sets the phase of each transfer to the phase in which the schedule has its message. A ready signal or an
  /// acknowledgement gets the phase of the message that goes in the opposite direction.
  void set_phases(const Schedule& schedule);
};

/// An observer of a run that records the timeline of the run.
class TimelineRecorder final : public Observer {
 public:
  explicit TimelineRecorder(std::uint32_t nodes);

  void node_changes_state(VirtualTime at, NodeId node, const NodeState& state) override;
  void node_marked(VirtualTime at, NodeId node, std::string_view label) override;
  void transfer_begins(VirtualTime at, std::uint32_t transfer, const TransferInfo& info) override;
  void transfer_changes_state(VirtualTime at, std::uint32_t transfer, TransferState state,
                              std::optional<NodeId> holder) override;
  void link_used(std::uint32_t transfer, const LinkUse& use) override;
  void run_ended(VirtualTime at) override;

  /// Returns the recorded timeline. Call it at most once, after the run.
  Timeline take();

 private:
  struct CurrentNodeState {
    NodeState state;
    VirtualTime since{};
  };
  void end_current_state_of_node(NodeId node, VirtualTime at, bool ended = true);

  Timeline timeline_;
  std::vector<CurrentNodeState> current_states_;
  /// For each transfer that is under way, its index in the timeline. The key is the number that the fabric (the
  /// emulated network) uses for the transfer at present.
  std::unordered_map<std::uint32_t, std::size_t> index_of_open_transfer_;
};

inline constexpr std::size_t kActivityCount = static_cast<std::size_t>(NodeActivity::finished) + 1;
inline constexpr std::size_t kStateCount = static_cast<std::size_t>(TransferState::ended) + 1;

/// Returns the state of a transfer in words for users, such as "waits for a link".
const char* transfer_state_as_text(TransferState state) noexcept;
const char* transfer_kind_as_text(TransferKind kind) noexcept;
const char* node_activity_as_text(NodeActivity activity) noexcept;
bool is_waiting_state(TransferState state) noexcept;
bool is_waiting_state(NodeActivity activity) noexcept;

}  // namespace switchyard
