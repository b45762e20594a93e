#pragma once
/// \file program_output.hpp
/// Output sinks, which are functions that receive the lines that C and C++ programs print, and a function that finds
/// the program of the command line and connects it to an output sink.

#include <optional>
#include <string>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/program_options.hpp"
#include "runtime/programs/program.hpp"

namespace switchyard {

/// Returns an output sink that prints each line of the programs, preceded by the number of the node, on standard output
/// or standard error.
OutputSink node_labelled_printing_sink();

/// Returns the output sink (the function that receives the lines that programs print) that the settings ask for. With
/// the option --bare, the sink prints the programs' lines as they are. With --output-folder, it writes the lines to
/// files in that folder, such as "12.out" and "12.err" for node 12; later runs of the same command append to these
/// files. Otherwise the result is node_labelled_printing_sink(). Throws UsageError that starts with --output-folder if
/// no file can be made in the folder.
OutputSink output_sink_of(const ProgramSetting& setting);

/// Returns the program that `texts`, the values of --program, name. The program's output goes to the sink that
/// output_sink_of() returns for `setting`, and the program on node 0 reads the standard input of this process.
/// `scheduling` says whether the nodes make the schedules of collectives at run time. Throws UsageError as
/// choose_program() and output_sink_of() do.
ChosenProgram choose_program_with_output_sink(const Catalogue& catalogue, const std::vector<std::string>& texts,
                                              ProgramSetting setting, Scheduling scheduling);

/// Returns the command-line option --output-folder, which names a folder for files with the output of the programs.
/// `target` must outlive the option.
CommandOption output_folder_option(std::optional<std::string>& target);

}  // namespace switchyard
