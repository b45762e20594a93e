#pragma once
/// \file matrix_schedule.hpp
/// `schedule` without --messages: makes the schedule of a matrix, verifies it, and prints its phases.

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
  std::uint64_t seed = 1;  ///< seed of the matrix and of the schedule
  std::uint64_t sample = 0;
  std::string choice = {};  ///< what `auto` has picked, and why; empty for other algorithms
};

/// What is printed about a schedule, and to which files the schedule is written.
struct ScheduleOutput {
  bool verify = false;  ///< whether the schedule is checked
  bool full = false;    ///< whether all transfers of a phase are printed, however many
  bool chart = false;   ///< whether the links that each message uses are printed
  bool quiet = false;   ///< whether no progress is shown
  WantedFile csv, chart_svg;
};

/// Checks, before any work, that a chart can be drawn. Throws UsageError that starts with `option` if the chart would
/// not be legible, or if the machine is not a hypercube, whose links are the columns of the chart.
void check_can_draw_link_chart(const char* option, const Machine& machine);

/// Makes the schedule, prints it on standard output, and writes the files. Returns
/// ExitCode::failed if the user asks for verification and the schedule is wrong. Throws UsageError
/// that starts with --algorithm if the schedule cannot be made.
ExitCode schedule_and_print(const ScheduleTask& task, ScheduleOutput& output);

}  // namespace switchyard
