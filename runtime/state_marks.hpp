#pragma once
/// \file state_marks.hpp
/// Marks in the calls of a program (Node::mark) that tell a search of all orders of events where it can compare the
/// states of two runs.
///
/// A program records its state when it leaves a meeting of all nodes, and on demand also when it makes a call that can
/// get a message. A mark is known by the address of its label, so that no label that a program uses is taken for one of
/// these marks.

#include <cstdint>
#include <optional>
#include <vector>

namespace switchyard {

/// For each node, the hashes of the states that its program has recorded, in program order. Nodes whose states have the
/// same hashes go on in the same way. A state that could not be hashed has no value in its place.
using StatesByNode = std::vector<std::vector<std::optional<std::uint64_t>>>;

/// Says which of their states the node programs record.
enum class RecordedStates : std::uint8_t {
  none,
  /// The states in which programs leave meetings (collectives that no node leaves before all have entered them).
  at_synchronising_collectives,
  /// The states in which programs leave meetings, and also those in which they make calls that can send or get a
  /// message.
  at_synchronising_collectives_and_calls
};

/// The label of a mark: the program enters a meeting, which is a collective that no node leaves before all nodes have
/// entered it.
inline constexpr char kMarkLabelOfSyncCollectiveBegin[] = "all nodes meet";
/// The label of a mark: the program is about to leave a meeting of all nodes.
inline constexpr char kMarkLabelOfSyncCollectiveEnd[] = "all nodes have met";
/// The label of a mark: the state of the program has just been recorded (ProgramStates).
inline constexpr char kMarkLabelOfRecordedState[] = "state recorded";
/// The label of a mark: the program makes a call that may change something which recorded states do not contain, such
/// as the communicators that the program has.
inline constexpr char kMarkLabelOfChangeOutsideRecordedState[] = "unrecorded change";

}  // namespace switchyard
