#pragma once
/// \file subject.hpp
/// What is verified: a node program, and the settings in which it has to be right.

#include <functional>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// One way in which a standard allows a program to be run.
struct VerifySetting {
  /// Where messages are buffered whose receives are not posted yet: nowhere, as the machine does it, or without limit.
  enum class Buffering : std::uint8_t { none, machine, infinite };

  std::string name;  ///< "zero-buffer, synchronising collectives"
  Machine machine;
  NodeProgram program;  ///< the program, as it runs in this setting
  StandardSends sends = {};
  Buffering buffering = Buffering::machine;
  /// Returns what the nodes have printed in the last run, in an order that does not depend on times. Null if that is
  /// not recorded.
  std::function<std::string()> take_printed = {};
  std::string not_seen = {};  ///< what is not verified of the program; empty if all of it is
};

using VerifySubject = std::vector<VerifySetting>;

}  // namespace switchyard
