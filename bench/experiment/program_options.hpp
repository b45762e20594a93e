#pragma once
/// \file program_options.hpp
/// The option that chooses a user's node program, and how a program takes the place of an algorithm with its matrix.

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

namespace switchyard {

/// A program of the catalogue with the text that the user wrote behind its name, or program files.
struct ChosenProgram {
  ProgramKind kind;
  std::string arguments;
  std::shared_ptr<const Launch> launch = nullptr;  ///< set for program files
};

/// Returns the option --program NAME, NAME:ARGUMENTS or FILE, which may be repeated. `target` must outlive the option.
Option program_option(std::vector<std::string>& target);

/// Returns whether the text names a C or C++ program by its file, not a program of a library by its name: a slash
/// stands in front of any colon, as in "./heat", or nodes stand behind an @, as in "master@0".
bool names_file(const std::string& text) noexcept;

/// Settings of program files.
struct ProgramSetting {
  std::vector<std::string> words = {};  ///< arguments of main()
  OutputSink sink = {};                 ///< receives what the programs print; if empty, the output is lost
  LaunchSetting launch = {};            ///< settings that all commands with program files have
  std::optional<std::string> output_folder = {};
  bool is_bare = false;                       ///< whether only the output of the programs is shown
  std::vector<std::string> collectives = {};  ///< texts such as "alltoallv=rs_nl"; see launched_collectives.hpp
  bool schedules_cost = false;                ///< whether schedules for collectives are made by the nodes at run time
};

/// Finds a program of the catalogue, or one or several program files. Throws UsageError that starts with `place`, or
/// with the option that is for files only.
ChosenProgram choose_program(const Catalogue& catalogue, const InputPlace& place, const std::vector<std::string>& texts,
                             ProgramSetting setting);

/// Throws UsageError if a setting is given that is for program files only.
void refuse_setting(const ProgramSetting& setting);

/// Returns the options that set a LaunchSetting, such as --compute. Every command that runs program files has all of
/// them. Their keys, without dashes, are also keys of sweep files and replay files. `target` must outlive the options.
std::vector<Option> launch_options(LaunchSetting& target, Repeats repeats);

/// Returns RunOptions::standard_sends for the runs of a program.
StandardSends standard_sends_of(const ChosenProgram& program) noexcept;

/// Throws UsageError that starts with `place` if the program cannot run on this machine.
void check_program(const ChosenProgram& program, const Machine& machine, const InputPlace& place);

/// Returns an algorithm that runs the program, whatever the matrix; its runs have the same events as runs of the
/// program alone.
Algorithm as_algorithm(const ChosenProgram& program);

/// Returns a pattern that stands for the matrices of a program, whose messages are not known beforehand. In rows of
/// results its name is `program`, with the arguments as its parameter.
Pattern program_pattern(const std::string& arguments);
Traffic program_traffic(const std::string& arguments);

}  // namespace switchyard
