#pragma once
/// \file message_schedule.hpp
/// `schedule --messages FILE`: a list of messages under the collision graph's schedulers, verified, beside its lower
/// bounds, and carried out on the machine.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard::cli {

struct MessageScheduleArguments {
  std::string file;
  std::optional<std::string> algorithms;  ///< comma-separated; all published ones and min_sum if nothing
  std::uint64_t packet_bytes = 1024;
  std::uint64_t seed = 1;
  bool allow_deadlock = false;
  bool exclusive_ports = false;
  bool full = false;  ///< print levels however many messages there are
  std::optional<std::string> csv, dot, dag, deadlock_dot;
};

/// Prints the table on standard output. Throws UsageError for a file, a name or routes that are wrong.
ExitCode schedule_messages(const Machine& machine, const MessageScheduleArguments& arguments);

}  // namespace switchyard::cli
