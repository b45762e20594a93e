#pragma once
/// \file program_options.hpp
/// The option that chooses a user's node program, and the functions by which a program stands where commands have an
/// algorithm and a matrix.

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

/// A program that the user has chosen to run on the nodes: one of the catalogue, with the
/// arguments that the user writes behind a colon, or C or C++ program files.
struct ChosenProgram {
  ProgramKind kind;
  std::string arguments;
  std::shared_ptr<const Launch> launch = nullptr;  ///< the launch of program files; null for a program of the catalogue
};

/// Returns the option --program, which may be repeated. Its value is NAME or NAME:ARGUMENTS for a node program of a
/// library, or FILE for a C or C++ program. `target` must outlive the option.
CommandOption program_option(std::vector<std::string>& target);

/// Returns whether the text names a C or C++ program by its file, not a program of a library by its name: a slash
/// stands in front of any colon, as in "./heat", or nodes stand behind an @, as in "master@0".
bool is_program_file_name(const std::string& text) noexcept;

/// What the command line sets for C or C++ program files.
struct ProgramSetting {
  std::vector<std::string> words = {};       ///< arguments of main()
  OutputSink sink = {};                      ///< receives what the programs print; if empty, the output is lost
  std::shared_ptr<ProgramInput> input = {};  ///< standard input of the program on node 0; null: empty
  LaunchSetting launch = {};  ///< launch settings, for which all commands with program files have options
  std::optional<std::string> output_folder = {};
  bool is_bare = false;  ///< whether only the output of the programs is shown
  std::vector<std::string> collectives =
      {};                       ///< values of --collective, such as "alltoallv=rs_nl"; see launched_collectives.hpp
  bool schedules_cost = false;  ///< whether schedules for collectives are made by the nodes at run time
};

/// Finds the program that the values of --program name: one program of the catalogue, or one or
/// several program files. Throws UsageError that starts with `place`, or with an option that the
/// user gives although it is only for program files.
ChosenProgram choose_program(const Catalogue& catalogue, const InputPlace& place, const std::vector<std::string>& texts,
                             ProgramSetting setting);

/// Throws UsageError if an option is given that has a meaning for C or C++ program files only.
void refuse_program_file_options(const ProgramSetting& setting);

/// Returns the options that set a LaunchSetting, such as --compute. Every command that runs C or C++ program files has
/// all of them. Without their dashes they are also keys of sweep files and replay files. `target` must outlive the
/// options.
std::vector<CommandOption> launch_options(LaunchSetting& target, RunRepetition repeats);

/// Returns how standard sends of the program behave; it is the value for RunOptions::standard_sends in runs of the
/// program.
StandardSends standard_sends_of(const ChosenProgram& program) noexcept;

/// Sets the run options that C and C++ programs need: how standard sends behave, large stacks and,
/// unless `given` says that the user has chosen an executor, fibers under the virtual clock, which
/// give the same results as threads but sooner. Leaves the options of other programs as they are.
void set_run_options_for_program(const ChosenProgram& program, const std::vector<GivenOption>& given,
                                 RunOptions& options);

/// Throws UsageError that starts with `place` if the program cannot run on this machine.
void check_program(const ChosenProgram& program, const Machine& machine, const InputPlace& place);

/// Returns an algorithm that runs the program and ignores the matrix. Its runs have the same
/// events as runs of the program alone.
Algorithm algorithm_running_program(const ChosenProgram& program);

/// Returns a pattern for runs of a program, whose messages are not known beforehand; its matrix is empty. In rows of
/// results the pattern's name is `program`, and its parameter is the program's arguments.
Pattern pattern_of_program_run(const std::string& arguments);
Traffic traffic_of_program_run(const std::string& arguments);

}  // namespace switchyard
