#pragma once
/// \file state_marks.hpp
/// Marks in the calls of a program (Node::mark) that tell a search of all orders of events where it can compare the
/// states of two runs.
///
/// A program records its state when it leaves a meeting of all nodes, and on demand also when it makes a call that can
/// get a message. A mark is known by the address of its label, so that no label of a program is taken for one of these.

#include <cstdint>
#include <optional>
#include <vector>

namespace switchyard {

/// For each node, hashes of its recorded states, in program order. Nodes whose states have the same hashes go on in the
/// same way. Nothing stands for a state that could not be hashed.
using StatesByNode = std::vector<std::vector<std::optional<std::uint64_t>>>;

/// Which states programs record.
enum class RecordedStates : std::uint8_t {
  none,
  of_meetings,  ///< those in which they leave meetings of all nodes
  of_calls      ///< also those in which they make calls that can get a message
};

/// The program enters a meeting: a collective that no node leaves before all nodes have entered it.
inline constexpr char kMeetingBegins[] = "all nodes meet";
inline constexpr char kMeetingEnds[] = "all nodes have met";  ///< the program is about to leave a meeting
/// The state of the program has been recorded (ProgramStates).
inline constexpr char kStateRecorded[] = "state recorded";
/// The program makes a call that may change what no record of its state contains, such as the communicators that it
/// has.
inline constexpr char kUnrecordedChange[] = "unrecorded change";

}  // namespace switchyard
