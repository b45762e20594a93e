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

/// A program that the user has chosen to run on the nodes: either a program of the catalogue with the arguments that
/// the user writes after a colon, or one or several C or C++ program files.
struct ChosenProgram {
  ProgramKind kind;
  std::string arguments;
  std::shared_ptr<const Launch> launch = nullptr;  ///< the launch of program files; null for a program of the catalogue
};

/// Returns the command-line option --program, which may be given several times. Its value is NAME or NAME:ARGUMENTS for
/// a node program of a library, or FILE for a C or C++ program. `target` must outlive the option.
CommandOption program_option(std::vector<std::string>& target);

/// Returns whether the text is the path of a C or C++ program, and not the name of a program that a library adds. A
/// path has a slash before any colon, as in "./heat", or ends with an @ and node numbers, as in "master@0".
bool is_program_file_name(const std::string& text) noexcept;

/// The settings for C or C++ program files that the command line makes.
struct ProgramSetting {
  std::vector<std::string> program_arguments = {};  ///< arguments of main()
  OutputSink output_sink = {};  ///< the function that receives what the programs print; if empty, the output is lost
  std::shared_ptr<ProgramInput> standard_input =
      {};                             ///< standard input of the program on node 0; null for an empty input
  LaunchSetting launch_setting = {};  ///< those launch settings that every command with program files has options for
  std::optional<std::string> output_folder = {};
  bool shows_only_program_output = false;  ///< whether only the output of the programs is printed, without results
  std::vector<std::string> collective_options =
      {};  ///< values of --collective, such as "alltoallv=rs_nl"; see launched_collectives.hpp
  bool nodes_make_schedules = false;  ///< whether schedules for collectives are made by the nodes at run time
};

/// Finds the program that `texts`, the values of --program, name: one program of the catalogue, or one or several
/// program files. Throws a UsageError whose text starts with `place`, or with an option that is only for program files
/// if the user gives such an option for a program of the catalogue.
ChosenProgram choose_program(const Catalogue& catalogue, const InputPlace& place, const std::vector<std::string>& texts,
                             ProgramSetting setting);

/// Throws UsageError if an option is given that has a meaning for C or C++ program files only.
void refuse_program_file_options(const ProgramSetting& setting);

/// Returns the command-line options that set a LaunchSetting, such as --compute. Every command that runs C or C++
/// program files has all these options. Their names without dashes are also keys of sweep files and replay files.
/// `target` must outlive the options.
std::vector<CommandOption> launch_options(LaunchSetting& target, RunRepetition repeats);

/// Returns how standard sends (MPI_Send) of the program behave, which is the value of RunOptions::standard_sends for
/// its runs.
StandardSends standard_sends_of(const ChosenProgram& program) noexcept;

/// Sets the run options that C and C++ programs need: how standard sends behave, and large stacks for fibers. Under the
/// virtual clock it also sets the executor to fibers, which give the same results as threads but faster, unless `given`
/// contains the option --executor. For other programs it changes nothing.
void set_run_options_for_program(const ChosenProgram& program, const std::vector<GivenOption>& given,
                                 RunOptions& options);

/// Throws UsageError that starts with `place` if the program cannot run on this machine.
void check_program_can_run(const ChosenProgram& program, const Machine& machine, const InputPlace& place);

/// Returns an algorithm that runs the program and ignores the communication matrix. A run of this algorithm has the
/// same events as a run of the program.
Algorithm algorithm_running_program(const ChosenProgram& program);

/// Returns a pattern for runs of a program, whose messages are not known beforehand; its matrix is empty. In rows of
/// results the name of this pattern is `program`, and its parameter is the program's arguments.
Pattern pattern_of_program_run(const std::string& arguments);
PatternsAndSizes patterns_and_sizes_of_program_run(const std::string& arguments);

}  // namespace switchyard
