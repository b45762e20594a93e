#pragma once
/// \file program_options.hpp
/// The command-line option that chooses a user's node program, and functions that describe the program as an algorithm
/// and a pattern, so that commands can run it as they run algorithms.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "runtime/error.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/programs/launch_setting.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// A program that the user has chosen to run on the nodes: either a node program of a library, with the arguments that
/// the user writes after a colon, or one or several C or C++ program files.
struct ChosenProgram {
  ProgramKind kind;
  std::string arguments;
  /// The C or C++ program files with their settings and arguments; null for a node program of a library.
  std::shared_ptr<const ProgramLaunch> launch = nullptr;
};

/// Returns the command-line option --program, which may be given several times. Its value is NAME or NAME:ARGUMENTS for
/// a node program of a library, or FILE for a C or C++ program. `target` must outlive the option.
CommandOption program_option(std::vector<std::string>& target);

/// Returns whether the text is the path of a C or C++ program, and not the name of a program that a library adds. A
/// path has a slash before any colon, as in "./heat", or ends with an @ and node numbers, as in "master@0".
bool is_program_file_name(const std::string& text) noexcept;

/// The settings of C or C++ program files that the command line determines.
struct ProgramSetting {
  std::vector<std::string> program_arguments = {};  ///< the arguments of main() in the C or C++ programs
  /// The function that receives what the programs print. If it is empty, their output is discarded.
  OutputSink output_sink = {};
  /// The standard input of the program on node 0; null if it is empty.
  std::shared_ptr<ProgramInput> standard_input = {};
  /// The launch settings for which every command that runs C or C++ program files has an option.
  LaunchSetting launch_setting = {};
  std::optional<std::string> output_folder = {};
  /// Whether the command prints only the output of the programs, and no results of its own.
  bool shows_only_program_output = false;
  /// The values of the option --collective, such as "alltoallv=rs_nl"; see launched_collectives.hpp.
  std::vector<std::string> collective_options = {};
  /// Whether the nodes themselves make the schedules of collectives at run time, which takes emulated time.
  bool are_schedules_made_by_nodes = false;
};

/// Finds the program that `texts`, the values of --program, name: one node program of a library, or one or several C or
/// C++ program files. Throws a UsageError whose text starts with `place`. If the user gives an option for program files
/// although a library's program is chosen, the text starts with this option.
ChosenProgram choose_program(const Catalogue& catalogue, const UserInputPlace& place,
                             const std::vector<std::string>& texts, ProgramSetting setting);

/// Throws UsageError if an option is given that has a meaning for C or C++ program files only.
void refuse_program_file_options(const ProgramSetting& setting);

/// Returns the command-line options, such as --compute, that set the members of a LaunchSetting. Every command that
/// runs C or C++ program files has all these options. Their names without dashes are also keys of sweep files and
/// replay files. `target` must outlive the options.
std::vector<CommandOption> launch_options(LaunchSetting& target, RunRepetition repeats);

/// Returns whether standard sends (MPI_Send) of the program buffer their messages or wait for the receiver; this is the
/// value of RunOptions::standard_sends for its runs.
StandardSendRule standard_sends_of(const ChosenProgram& program) noexcept;

/// Sets the run options that C and C++ programs need: the behaviour of standard sends, and large stacks for fibers.
/// Under the virtual clock it also makes the nodes fibers, which give the same results as threads in less time, unless
/// `given` contains the option --executor. For node programs of libraries it changes nothing.
void set_run_options_for_program(const ChosenProgram& program, const std::vector<GivenOption>& given,
                                 RunOptions& options);

/// Throws UsageError that starts with `place` if the program cannot run on this machine.
void check_program_can_run(const ChosenProgram& program, const Machine& machine, const UserInputPlace& place);

/// Returns an algorithm that runs the program and ignores the communication matrix. A run of this algorithm has the
/// same events as a run of the program.
Algorithm algorithm_running_program(const ChosenProgram& program);

/// Returns a pattern for runs of a program, whose messages are not known beforehand; its matrix is empty. In rows of
/// results the name of this pattern is `program`, and its parameter is the program's arguments.
Pattern pattern_of_program_run(const std::string& arguments);
PatternsAndSizes patterns_and_sizes_of_program_run(const std::string& arguments);

}  // namespace switchyard
