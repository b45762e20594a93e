#pragma once
/// \file program_output.hpp
/// Sinks for the lines that C and C++ programs print, and programs that the command line names, whose
/// lines go to such a sink.

#include <optional>
#include <string>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/programs/program.hpp"

namespace switchyard {

/// Returns a sink that prints the programs' lines on standard output and standard error, with the node in front of each
/// line.
OutputSink node_labelled_printing_sink();

/// Returns the sink that the settings ask for. With --bare it prints the programs' lines as they are. With
/// --output-folder it writes them to files in that folder, "12.out" and "12.err" for node 12, to which further runs
/// append. Otherwise it is node_labelled_printing_sink(). Throws UsageError that starts with --output-folder if no file
/// can be made in the folder.
OutputSink output_sink_of(const ProgramSetting& setting);

/// Returns the program that the values of --program name, as choose_program() does. Its output
/// goes to output_sink_of() of the settings, and its node 0 reads the standard input of this process.
/// `scheduling` says whether nodes make the schedules of collectives at run time. Throws
/// UsageError as choose_program() and output_sink_of() do.
ChosenProgram choose_program_that_prints(const Catalogue& catalogue, const std::vector<std::string>& texts,
                                         ProgramSetting setting, Scheduling scheduling);

/// Returns the option --output-folder, which names a folder for files with the output of the
/// programs. `target` must outlive the option.
CommandOption output_folder_option(std::optional<std::string>& target);

}  // namespace switchyard
