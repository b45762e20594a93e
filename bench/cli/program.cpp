#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/cli/mpirun.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/program_script.hpp"
#include "bench/experiment/shared_job.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard::cli {
namespace {

/// Replaces line ends and other control characters in a text by spaces. File names may contain such characters, but an
/// error message must be one line.
std::string without_control_characters(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return text;
}

ExitCode print_error(const std::string& text, ExitCode code) {
  const RankJob::RankError told = MpiJobMembership::report_problem_to_ranks({without_control_characters(text), code});
  if (!told.message_to_print.empty()) std::cerr << told.message_to_print << '\n';
  return told.rank_exit_code;
}

ExitCode run_command_of_words(const std::vector<std::string>& words) {
  try {
    std::vector<const char*> pointers;
    for (const std::string& word : words) pointers.push_back(word.c_str());
    return run_command_line(definition_of_all_commands(), version_and_build_text(), static_cast<int>(pointers.size()),
                            pointers.data());
  } catch (const DeadlockError& error) {
    std::cerr << error.what() << '\n';
    return error.exit_code();
  } catch (const Error& error) {
    return print_error(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return print_error("switchyard: this takes more memory than there is; use fewer nodes or smaller messages",
                       ExitCode::failed);
  } catch (const std::exception& error) {
    return print_error(fmt::format("switchyard: {}", error.what()), ExitCode::failed);
  }
}

/// Returns whether the words of a command line are those of the command `run` with the option --machine native. With
/// this option the nodes are real MPI ranks and nothing is emulated.
bool is_native_run(const std::vector<std::string>& words) {
  if (words[1] != "run") return false;
  if (std::ranges::find(words, "--machine=native") != words.end()) return true;
  const auto machine = std::ranges::find(words, "--machine");
  return machine != words.end() && machine + 1 != words.end() && machine[1] == "native";
}

/// Returns how the processes that an mpirun has started cooperate in carrying out this command line: they divide the
/// runs of the command among them, they are the nodes of a native run, or they do not cooperate.
RoleOfMpiRanks rank_cooperation_of_command(const std::vector<std::string>& words) {
  constexpr std::array kShared{"sweep", "stress", "reproduce"};
  if (words.size() < 2) return RoleOfMpiRanks::no_cooperation;
  if (std::ranges::find(kShared, words[1]) != kShared.end()) return RoleOfMpiRanks::shared_runs;
  return is_native_run(words) ? RoleOfMpiRanks::native_nodes : RoleOfMpiRanks::no_cooperation;
}

ExitCode run_command_line_and_print_errors(int argc, const char* const* argv) {
  try {
    const std::vector<std::string> words =
        mpirun_as_run_command(command_that_runs_script({argv, argv + argc}), run_command_definition());
    if (const auto code = run_script_of_command(words)) return *code;
    const MpiJobMembership job(rank_cooperation_of_command(words));
    return run_command_of_words(words);
  } catch (const Error& error) {
    return print_error(error.what(), error.exit_code());
  }
}

/// Flushes standard output and returns `code`. If the output could not be written, for instance because the disk is
/// full, prints an error, and returns ExitCode::failed instead of ExitCode::done.
ExitCode flush_standard_output(ExitCode code) {
  const bool has_failed = !std::cout;  // An earlier write to standard output may have failed already.
  std::cout.clear();
  errno = 0;
  // If an earlier write to standard output has failed, writing one more byte fails again and so sets errno to the
  // reason.
  if (has_failed) std::cout << '\n';
  if (std::cout.flush() && !has_failed) return code;
  const std::string reason = std::generic_category().message(errno != 0 ? errno : EIO);
  print_error(fmt::format("standard output: cannot write: {}", reason), ExitCode::failed);
  return code == ExitCode::done ? ExitCode::failed : code;
}

}  // namespace

Command definition_of_all_commands() {
  return {
      .name = "switchyard",
      .summary = "Emulates the distributed-memory multicomputers of the early 1990s",
      .examples = {"switchyard run --algorithm ac,lp,rs_nl --density 4,16 --bytes 1KiB --samples 3", "switchyard list"},
      .help_notes =
          {"switchyard mpirun -n N [OPTION...] PROGRAM [ARGUMENT...] is 'switchyard run' in the words of an mpirun"},
      .subcommands = {run_command_definition(), recommend_command_definition(), schedule_command_definition(),
                      matrix_command_definition(), machine_command_definition(), reproduce_command_definition(),
                      stress_command_definition(), verify_command_definition(), sweep_command_definition(),
                      bench_command_definition(), trace_command_definition(), report_command_definition(),
                      fit_command_definition(), list_command_definition(), generate_command_definition()}};
}

int run_program(int argc, const char* const* argv) {
  install_termination_signal_handlers();
  set_uncaught_exception_handler();
  return static_cast<int>(flush_standard_output(run_command_line_and_print_errors(argc, argv)));
}

}  // namespace switchyard::cli
