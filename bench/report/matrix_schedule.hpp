#pragma once
/// \file matrix_schedule.hpp
/// The work of the command `schedule` without --messages: makes the schedule of a communication matrix, verifies the
/// schedule, and prints its phases.

#include <cstdint>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/pattern.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// The inputs for one schedule: a machine, an algorithm and a communication matrix.
struct ScheduleTask {
  Machine machine;
  Algorithm algorithm;  ///< an algorithm that has a scheduler
  Pattern pattern;
  CommunicationMatrix matrix;
  std::uint64_t seed = 1;  ///< seed of the random choices in the matrix and in the schedule
  std::uint64_t sample = 0;
  /// a text that says which algorithm `auto` has picked and why; empty if the user has named an algorithm
  std::string auto_choice_text = {};
};

/// What is printed about a schedule, and the files to which it is written.
struct ScheduleOutput {
  /// Whether the schedule is checked for errors, such as a missing message.
  bool verifies_schedule = false;
  /// Whether all transfers of a phase are printed, however many there are.
  bool prints_all_transfers = false;
  bool prints_link_chart = false;  ///< whether the links that each message uses are printed
  bool hides_progress = false;     ///< whether the display of progress is switched off
  OptionalOutputFile csv_file, chart_svg_file;
};

/// Checks, before any work is done, that a link-usage chart (which message uses which link in which step) can be drawn
/// for the machine. Throws a UsageError whose text starts with `option` if the chart would not be legible, or if the
/// machine is not a hypercube.
void check_can_draw_link_chart(const char* option, const Machine& machine);

/// Makes the schedule, prints it on standard output, and writes the files. Returns ExitCode::failed if the user asks
/// for verification and the schedule is wrong. Throws a UsageError whose text starts with --algorithm if the schedule
/// cannot be made.
ExitCode schedule_and_print(const ScheduleTask& task, ScheduleOutput& output);

}  // namespace switchyard
