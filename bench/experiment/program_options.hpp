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

namespace switchyard {

/// A program of the catalogue with what the user wrote behind its name, or programs of files.
struct ChosenProgram {
  ProgramKind kind;
  std::string arguments;
  std::shared_ptr<const Launch> launch = nullptr;  ///< of files
};

/// --program NAME, NAME:ARGUMENTS or FILE, which may be repeated. `target` must outlive the option.
Option program_option(std::vector<std::string>& target);

/// Whether this names a C or C++ program by its file, and not one of a library by its name: in front of any colon there
/// is a slash, "./heat", or nodes stand behind an @, "master@0".
bool names_file(const std::string& text) noexcept;

/// What such a program is given.
struct ProgramSetting {
  std::vector<std::string> words = {};  ///< main's arguments
  OutputSink sink = {};                 ///< of what it prints; nothing: that is lost
  bool any_machine = false;             ///< also where its interface was not to be had
  std::optional<std::string> output_folder = {};
  SendSetting sends = SendSetting::machine;
  bool is_bare = false;  ///< nothing is shown but what it prints
};

/// A program of the catalogue, or those of one or several files. Throws UsageError that starts with `place`, or with
/// the option that is for files only.
ChosenProgram choose_program(const Catalogue& catalogue, const InputPlace& place, const std::vector<std::string>& texts,
                             ProgramSetting setting);

/// Throws UsageError if something was set that is for programs of files only.
void refuse_setting(const ProgramSetting& setting);

/// --interface any: `target` must outlive the option.
Option interface_option(bool& target);

/// --standard-sends NAME: `target` must outlive the option.
Option standard_sends_option(SendSetting& target);

/// Of a program's runs: RunOptions::standard_sends.
StandardSends standard_sends_of(const ChosenProgram& program) noexcept;

/// Throws UsageError that starts with `place` if the program cannot run on this machine.
void check_program(const ChosenProgram& program, const Machine& machine, const InputPlace& place);

/// An algorithm that runs the program, whatever the matrix; its runs have the same events as those of the bare program.
Algorithm as_algorithm(const ChosenProgram& program);

/// What stands for the matrices of a program: none of its messages is known beforehand. In rows of results it is the
/// pattern `program`, with the arguments as its parameter.
Pattern program_pattern(const std::string& arguments);
Traffic program_traffic(const std::string& arguments);

}  // namespace switchyard
