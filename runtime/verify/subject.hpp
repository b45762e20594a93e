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
  /// How much of what is sent is stored for receives to come.
  enum class Buffering : std::uint8_t { none, machine, infinite };

  std::string name;  ///< "zero-buffer, synchronising collectives"
  Machine machine;
  NodeProgram program;  ///< in this setting
  StandardSends sends = {};
  Buffering buffering = Buffering::machine;
  /// What the nodes have printed in the last run, in an order that does not depend on times; empty if nobody knows.
  std::function<std::string()> take_printed = {};
  std::string not_seen = {};  ///< what of the program is not looked at; empty: nothing
};

using VerifySubject = std::vector<VerifySetting>;

}  // namespace switchyard
