#pragma once
/// \file subject.hpp
/// What a verification examines: a node program, and the settings (ways to run it that a standard allows) in which it
/// has to be right.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/state_marks.hpp"

namespace switchyard {

/// A setting: one of the ways to run a program that a standard allows, for example without buffers.
struct VerifySetting {
  /// How a setting buffers messages that are sent before their receives are posted. The four values mean, in this
  /// order: not at all; as the emulated machine does it; without limit if the messages are short, and otherwise not at
  /// all; without limit.
  enum class SendBuffering : std::uint8_t { none, machine, short_messages, infinite };

  std::string name;  ///< name of the setting, such as "zero-buffer, synchronising collectives"
  Machine machine;
  NodeProgram program;  ///< the program under verification, prepared to run in this setting
  StandardSendRule sends = {};
  /// The same program with another date on its clock, on which its results should not depend; one entry for each date.
  /// The list is empty if the program cannot read the date.
  std::vector<NodeProgram> programs_for_alternative_dates = {};
  /// Returns whether the program has read the date in any of its runs. The function is null if the program cannot read
  /// the date.
  std::function<bool()> has_program_read_date = {};
  /// Returns whether the ranks of a topology were reordered in any run, which the program may allow. The function is
  /// null if ranks are never reordered.
  std::function<bool()> has_reordered_ranks = {};
  /// Returns why a program that is right in all runs may be wrong nevertheless, because the runs do not show all that
  /// it can do; an empty text if nothing is known against it. The function may be null.
  std::function<std::string()> text_of_unseen_behaviour = {};
  SendBuffering buffering = SendBuffering::machine;
  /// Whether calls wait for other nodes wherever the standard allows it: each collective makes every member wait for
  /// all other members.
  bool do_collectives_synchronise = false;
  /// The one collective, if any, that synchronises although do_collectives_synchronise is false, or does not
  /// synchronise although it is true.
  std::optional<CollectiveIdentity> collective_with_inverted_synchronisation = {};
  /// Sets `collective_with_inverted_synchronisation` for the next runs of the program. The function is null if no
  /// collective can be excepted.
  std::function<void(std::optional<CollectiveIdentity>)> set_excepted_collective = {};
  /// Returns those collectives of the last runs that can be the `collective_with_inverted_synchronisation`. The
  /// function is null if no collective can be excepted.
  std::function<std::vector<CollectiveIdentity>()> take_possibly_exempt_collectives = {};
  std::uint64_t longest_short_message_bytes = 0;  ///< largest size in bytes of a message that counts as short, with
                                                  ///< SendBuffering::short_messages

  /// Returns the text that the nodes printed in the last run, in an order that does not depend on times. The function
  /// is null if this text is not recorded.
  std::function<std::string()> take_printed_text = {};
  /// Returns the states that the programs recorded in the last run (state_marks.hpp). The function is null if no states
  /// are recorded.
  std::function<StatesByNode()> take_program_states = {};
  /// Sets which states the programs record from the next run on (state_marks.hpp). The function is null if no states
  /// are recorded.
  std::function<void(RecordedStates)> set_recorded_states = {};
  std::string unverified_parts =
      {};  ///< the parts of the program that the verification does not check, as text; empty if it checks all parts
};

using VerifySubject = std::vector<VerifySetting>;

}  // namespace switchyard
