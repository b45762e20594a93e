#include "bench/cli/mpirun.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <span>
#include <system_error>

#include "runtime/error.hpp"

namespace switchyard::cli {
namespace {

bool option_takes_value(const Command& run, const std::string& name) {
  const auto option = std::ranges::find(run.options, name, &CommandOption::name);
  return option != run.options.end() && !option->value_name.empty();
}

/// Adds `--machine mesh` to the words of a command line that chooses no machine, if its number of nodes is not a power
/// of two. The default machine is a hypercube, which cannot have such a number; but the tests of many MPI projects run
/// on three processes, for example.
void choose_machine_for_node_count(std::vector<std::string>& words) {
  for (const char* const chosen : {"--machine", "--size", "--set", "--system-buffer", "--no-drift"}) {
    if (std::ranges::find(words, chosen) != words.end()) return;
  }
  const auto option = std::ranges::find(words, "--nodes");
  if (option == words.end() || std::next(option) == words.end()) return;
  const std::string& count = *std::next(option);
  std::uint32_t nodes = 0;
  const auto read = std::from_chars(count.data(), count.data() + count.size(), nodes);
  const bool is_number = read.ec == std::errc{} && read.ptr == count.data() + count.size();
  if (is_number && nodes > 0 && !std::has_single_bit(nodes)) words.insert(words.end(), {"--machine", "mesh"});
}

/// Prints a note if the option --collective comes after the path of the user's program, where it counts as an argument
/// of that program. Few programs have an option with this name, so the user probably means the option of `switchyard
/// mpirun`.
void warn_of_misplaced_collective_option(std::span<const std::string> words, const std::string& program) {
  if (std::ranges::find(words, "--collective") == words.end()) return;
  std::cerr << "switchyard mpirun: --collective stands behind " << program
            << ", which gets it as an argument of its own; write it in front of that to choose an algorithm\n";
}

/// Throws a UsageError if a colon and an option stand among the words behind a program, as where an mpirun is to start
/// several programs.
void refuse_several_programs(std::span<const std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != ":" || !words[i + 1].starts_with('-')) continue;
    throw UsageError(
        {.place = "switchyard mpirun",
         .reason = "':' stands for a further program, and this command starts one",
         .remedy = "give programs their nodes: switchyard run --nodes 3 --program ./a@0 --program ./b@1-2"});
  }
}

}  // namespace

std::vector<std::string> mpirun_as_run_command(std::vector<std::string> words, const Command& run) {
  if (words.size() < 2 || words[1] != "mpirun") return words;
  std::vector<std::string> all{words[0], "run"};
  std::size_t at = 2;
  for (; at < words.size() && words[at].starts_with('-'); ++at) {
    const std::string& word = words[at];
    if (word == "--help" || word == "-h") return {words[0], "run", "--help"};
    all.push_back(word == "-n" || word == "-np" ? "--nodes" : word);
    if (option_takes_value(run, all.back()) && at + 1 < words.size()) all.push_back(words[++at]);
  }
  if (at == words.size()) {
    throw UsageError({.place = "switchyard mpirun",
                      .reason = "no program is given",
                      .remedy = "write its path behind the options, such as ./a.out"});
  }
  refuse_several_programs(std::span(words).subspan(at + 1));
  choose_machine_for_node_count(all);
  const std::string& program = words[at];
  all.insert(all.end(), {"--program", program.find('/') == std::string::npos ? "./" + program : program, "--"});
  all.insert(all.end(), words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());
  warn_of_misplaced_collective_option(std::span(words).subspan(at + 1), program);
  return all;
}

}  // namespace switchyard::cli
