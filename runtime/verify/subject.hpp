#pragma once
/// \file subject.hpp
/// What a verification examines: a node program, and the settings in which it has to be right.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/state_marks.hpp"

namespace switchyard {

/// One of the ways to run a program that a standard allows, for example without buffers.
struct VerifySetting {
  /// How messages are buffered in this setting if they are sent before their receives are posted. The four values mean,
  /// in this order: not at all; as the emulated machine does it; without limit if they are short, and otherwise not at
  /// all; without limit.
  enum class SendBuffering : std::uint8_t { none, machine, short_messages, infinite };

  std::string name;  ///< name of the setting, such as "zero-buffer, synchronising collectives"
  Machine machine;
  NodeProgram program;  ///< the program, prepared to run in this setting
  StandardSends sends = {};
  /// The same program at other dates, on which it should not depend; empty if the program cannot look at the date.
  std::vector<NodeProgram> programs_at_other_dates = {};
  /// Returns whether the program has looked at the date in any of its runs. The function is null if the program cannot
  /// look at the date.
  std::function<bool()> has_read_date = {};
  /// Returns whether ranks were reordered in any run of the program, as it allows. The function is null if ranks are
  /// never reordered.
  std::function<bool()> has_reordered_ranks = {};
  SendBuffering buffering = SendBuffering::machine;
  /// Whether calls wait for other nodes wherever they may: each collective makes every member wait for all members.
  bool do_collectives_synchronise = false;
  /// The one collective for which this is the other way round, if any.
  std::optional<CollectiveName> excepted_collective = {};
  /// Sets `excepted_collective` for the next runs of the program; null if there can be none.
  std::function<void(std::optional<CollectiveName>)> set_excepted_collective = {};
  /// Returns the collectives of the last runs that can be excepted; null if there can be none.
  std::function<std::vector<CollectiveName>()> take_possible_exceptions = {};
  std::uint64_t longest_short = 0;  ///< size of the longest short message, with SendBuffering::short_messages
  /// Returns the text that the nodes have printed in the last run, in an order that does not depend on times. The
  /// function is null if this text is not recorded.
  std::function<std::string()> take_printed = {};
  /// Returns the states that the programs have recorded in the last run. The function is null if no states are
  /// recorded.
  std::function<StatesByNode()> take_program_states = {};
  /// Says which states the programs record from the next run on. The function is null if no states are recorded.
  std::function<void(RecordedStates)> set_recorded_states = {};
  std::string unverified_parts =
      {};  ///< the parts of the program that the verification does not check; empty if it checks all
};

using VerifySubject = std::vector<VerifySetting>;

}  // namespace switchyard
