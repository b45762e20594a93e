#pragma once
/// \file message_schedule.hpp
/// The work of the command `schedule --messages FILE`: schedules a list of messages with schedulers that colour a
/// collision graph (messages that share a link get different time slots), verifies the schedules, compares them with
/// lower bounds, and runs them on the machine.

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/error.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

struct MessageScheduleArguments {
  std::string message_list_path;
  /// comma-separated names of schedulers; if not given, all published schedulers and the scheduler min_sum are used
  std::optional<std::string> scheduler_names;
  std::uint64_t packet_bytes = 1024;
  std::uint64_t seed = 1;
  bool allows_deadlock = false;
  bool has_exclusive_ports = false;
  /// Whether the levels (time slots) of all messages are printed, even if there are many messages.
  bool prints_all_levels = false;
  bool hides_progress = false;  ///< whether the display of progress is switched off
  std::optional<std::string> csv_path, collision_graph_path, leveled_graph_path, deadlock_graph_path;
};

/// Schedules the list of messages, runs the schedules on the machine, and prints the table of results on standard
/// output. Throws UsageError for an error in the file or in a scheduler's name, or if the routes can deadlock.
ExitCode schedule_messages(const Machine& machine, const MessageScheduleArguments& arguments);

}  // namespace switchyard
