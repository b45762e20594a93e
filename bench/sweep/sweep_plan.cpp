#include "bench/sweep/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <span>

#include "bench/experiment/csv_line.hpp"
#include "bench/experiment/exchange_row.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/identity_text.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

/// The positions, in a result row, of the columns that identify a run. They are the same in all versions of the table.
enum KeyColumn : std::size_t {
  kMachineColumn,
  kNodesColumn,
  kAlgorithmColumn,
  kPatternColumn,
  kDensityColumn,
  kBytesColumn,
  kSampleColumn,
  kSeedColumn
};

// The largest number of runs of a sweep. It is limited because one bit is kept in memory for each run.
constexpr std::uint64_t kMostRunsOfSweep = 1'000'000'000;

const std::size_t kResultColumnCount = split_csv_line(csv_header())->size();

std::optional<std::uint64_t> parse_whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Returns the positions, in a result row, of the columns whose texts have to be numbers, because the map of best
/// algorithms or a report reads them as such.
std::vector<std::size_t> numeric_column_positions() {
  const auto names = split_csv_line(csv_header()).value();
  std::vector<std::size_t> columns;
  for (const char* name : {"messages", "circuits", "payload_bytes", "phases", "makespan_us", "schedule_us",
                           "link_wait_us", "port_wait_us", "discarded", "host_s", "reuse", "usable"}) {
    columns.push_back(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
  }
  return columns;
}

const std::vector<std::size_t> kNumericColumnPositions = numeric_column_positions();
const std::size_t kMatrixColumnPosition = kResultColumnCount - 1;

/// Returns whether the text is a decimal number, with or without a fraction.
bool is_number(std::string_view text) {
  const std::size_t point = text.find('.');
  if (!parse_whole_number(text.substr(0, point))) return false;
  return point == std::string_view::npos || parse_whole_number(text.substr(point + 1));
}

/// Returns the index of `value` in a list of different elements. Returns nothing if the list does not
/// contain the value.
template <class List, class Value>
std::optional<std::uint64_t> index_in_list(const List& list, const Value& value) {
  const auto found = std::ranges::find(list, value);
  if (found == list.end()) return std::nullopt;
  return static_cast<std::uint64_t>(found - list.begin());
}

/// Returns the reason why there is no communication matrix of this pattern for this machine. Returns an empty text if
/// there is one.
std::string reason_against_pattern(const Machine& machine, const Pattern& pattern) {
  const std::uint32_t nodes = machine.node_count();
  if (pattern.kind == Pattern::Kind::dense && pattern.density >= nodes) {
    return fmt::format("density {} is too large for {} nodes", pattern.density, nodes);
  }
  if (pattern.kind == Pattern::Kind::file && pattern.file_matrix->node_count() != nodes) {
    return fmt::format("matrix {} has {} nodes, not {}", switchyard::quoted(pattern.parameter_text),
                       pattern.file_matrix->node_count(), nodes);
  }
  try {
    check_node_count_of_pattern(pattern, nodes);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

/// Returns the reason why the machine cannot carry out the algorithm on matrices of this pattern. Returns an empty text
/// if it can. Needs: the pattern has matrices for this machine.
std::string reason_against_algorithm(const Machine& machine, const Pattern& pattern, const Algorithm& algorithm,
                                     const ExchangeOptions& options) {
  try {
    check_execution_options(options, machine, std::span(&algorithm, 1));
    check_algorithms_suit_patterns({{pattern}, {1}}, machine, std::span(&algorithm, 1));
  } catch (const UsageError& error) {
    Mistake mistake = error.mistake();
    // The error names the key of the sweep file in place of the command-line option.
    mistake.place.option = toml_key_of_option(mistake.place.option);
    return mistake.text();
  }
  return {};
}

std::vector<std::optional<std::uint64_t>> message_sizes_for(const Pattern& pattern,
                                                            const std::vector<std::uint64_t>& bytes) {
  if (pattern.determines_message_sizes()) return {std::nullopt};
  return {bytes.begin(), bytes.end()};
}

}  // namespace

SweepPlan::SweepPlan(SweepDeclaration declaration) : sweep_declaration_(std::move(declaration)) {
  for (std::size_t machine = 0; machine < sweep_declaration_.machines.size(); ++machine) {
    for (std::size_t pattern = 0; pattern < sweep_declaration_.patterns.size(); ++pattern)
      add_runs_of_machine_and_pattern(machine, pattern);
  }
  if (run_count_ == 0) throw UsageError("no run is left, as no machine can carry out any of them", "change some");
}

/// Returns whether this pattern and this algorithm may form a run together. A program is stored as a pattern and an
/// algorithm, which form runs only with each other.
bool SweepPlan::can_combine_pattern_with_algorithm(std::size_t pattern, std::size_t algorithm) const {
  const auto program =
      std::ranges::find(sweep_declaration_.programs, algorithm, &ProgramDeclaredInSweepFile::algorithm_index);
  if (program != sweep_declaration_.programs.end()) return program->pattern_index == pattern;
  return sweep_declaration_.patterns[pattern].kind != Pattern::Kind::program;
}

/// Returns the reason why the machine cannot run this algorithm or program. Returns an empty text if it can. Needs: the
/// pattern has matrices for this machine.
std::string SweepPlan::reason_against_run(const Machine& machine, std::size_t pattern, std::size_t algorithm) const {
  const auto program =
      std::ranges::find(sweep_declaration_.programs, algorithm, &ProgramDeclaredInSweepFile::algorithm_index);
  try {
    if (program != sweep_declaration_.programs.end()) check_program_can_run(program->chosen_program, machine, {});
  } catch (const UsageError& error) {
    return error.what();
  }
  return reason_against_algorithm(machine, sweep_declaration_.patterns[pattern],
                                  sweep_declaration_.algorithms[algorithm], sweep_declaration_.exchange_options);
}

void SweepPlan::add_runs_of_machine_and_pattern(std::size_t machine, std::size_t pattern) {
  const NamedMachine& named = sweep_declaration_.machines[machine];
  const Pattern& wanted = sweep_declaration_.patterns[pattern];
  RunsOfMachineAndPattern block{
      machine, pattern, {}, message_sizes_for(wanted, sweep_declaration_.message_sizes), run_count_};
  const std::uint64_t each = block.message_sizes.size() * runs_per_combination();
  const std::string no_pattern = reason_against_pattern(named.machine, wanted);
  for (std::size_t i = 0; i < sweep_declaration_.algorithms.size(); ++i) {
    if (!can_combine_pattern_with_algorithm(pattern, i)) continue;
    const std::string problem = no_pattern.empty() ? reason_against_run(named.machine, pattern, i) : no_pattern;
    if (problem.empty()) {
      block.algorithm_indices.push_back(i);
    } else if (sweep_declaration_.skips_impossible_runs) {
      skipped_run_count_ += each;
    } else {
      throw UsageError(
          fmt::format("{} of {} nodes, {}: {}", named.name, named.machine.node_count(), wanted.name(), problem),
          "write skip_impossible = true to leave such runs out");
    }
  }
  if (block.algorithm_indices.empty()) return;
  const MachineAndPatternTextKey key{named.name, std::to_string(named.machine.node_count()), wanted.name(),
                                     pattern_parameter_text(wanted, named.machine.node_count())};
  if (!block_index_by_key_.emplace(key, blocks_.size()).second) {
    throw UsageError(fmt::format("{} of {} nodes, {} {} is there twice, and rows could not be told apart", named.name,
                                 named.machine.node_count(), wanted.name(), wanted.parameter_text),
                     "give a machine a name of its own, or a file another one");
  }
  run_count_ += each * block.algorithm_indices.size();
  if (run_count_ > kMostRunsOfSweep) {
    throw UsageError(fmt::format("these are more than {} runs", kMostRunsOfSweep),
                     "write fewer samples, or several files");
  }
  blocks_.push_back(std::move(block));
}

const SweepPlan::RunsOfMachineAndPattern& SweepPlan::find_block_containing_run(std::uint64_t number) const {
  return *std::prev(std::ranges::upper_bound(blocks_, number, {}, &RunsOfMachineAndPattern::first_run_number));
}

PlannedSweepRun SweepPlan::planned_run_with_number(std::uint64_t number) const {
  const RunsOfMachineAndPattern& block = find_block_containing_run(number);
  std::uint64_t rest = number - block.first_run_number;
  const auto next = [&rest](std::uint64_t base) {
    const std::uint64_t digit = rest % base;
    rest /= base;
    return digit;
  };
  const std::uint64_t sample = next(sweep_declaration_.samples_per_seed);
  const std::uint64_t seed = next(sweep_declaration_.seeds.size());
  const std::uint64_t algorithm = next(block.algorithm_indices.size());
  const std::size_t number_of_algorithm = block.algorithm_indices[algorithm];
  const auto program =
      std::ranges::find(sweep_declaration_.programs, number_of_algorithm, &ProgramDeclaredInSweepFile::algorithm_index);
  const NamedMachine& named = sweep_declaration_.machines[block.machine_index];
  return {{&named.machine, &sweep_declaration_.patterns[block.pattern_index],
           &sweep_declaration_.algorithms[number_of_algorithm], block.message_sizes[rest],
           sweep_declaration_.seeds[seed], sample},
          &named,
          program != sweep_declaration_.programs.end() ? &program->chosen_program : nullptr};
}

std::string SweepPlan::text_of_sweep_run(std::uint64_t number) const {
  const PlannedSweepRun run = planned_run_with_number(number);
  return fmt::format("{}, {} nodes, {}", run.named_machine->name, run.machine->node_count(),
                     switchyard::planned_run_as_text(run));
}

std::optional<std::uint64_t> SweepPlan::run_number_of_row(std::string_view row) const {
  const auto fields = split_csv_line(row);
  if (!fields || fields->size() != kResultColumnCount) return std::nullopt;
  if (!std::ranges::all_of(kNumericColumnPositions, [&](std::size_t column) { return is_number((*fields)[column]); })) {
    return std::nullopt;
  }
  const auto field = [&](KeyColumn column) -> const std::string& { return (*fields)[column]; };
  const std::string& parameter =
      field(kPatternColumn) == kMatrixPatternName ? (*fields)[kMatrixColumnPosition] : field(kDensityColumn);
  const auto found =
      block_index_by_key_.find({field(kMachineColumn), field(kNodesColumn), field(kPatternColumn), parameter});
  if (found == block_index_by_key_.end()) return std::nullopt;
  const RunsOfMachineAndPattern& block = blocks_[found->second];

  std::optional<std::uint64_t> algorithm;
  for (std::size_t i = 0; i < block.algorithm_indices.size(); ++i) {
    if (sweep_declaration_.algorithms[block.algorithm_indices[i]].name == field(kAlgorithmColumn)) algorithm = i;
  }
  const auto size = parse_whole_number(field(kBytesColumn));
  const auto bytes =
      block.message_sizes.front() ? index_in_list(block.message_sizes, size) : std::optional<std::uint64_t>(0);
  const auto sample = parse_whole_number(field(kSampleColumn));
  const auto seed_value = parse_whole_number(field(kSeedColumn));
  const auto seed = seed_value ? index_in_list(sweep_declaration_.seeds, *seed_value) : std::nullopt;
  if (!algorithm || !size || !bytes || !sample || *sample >= sweep_declaration_.samples_per_seed || !seed)
    return std::nullopt;
  const std::uint64_t sizes = *bytes * block.algorithm_indices.size() + *algorithm;
  return block.first_run_number +
         (sizes * sweep_declaration_.seeds.size() + *seed) * sweep_declaration_.samples_per_seed + *sample;
}

double SweepPlan::largest_run_bytes() const {
  double largest = 0;
  for (const RunsOfMachineAndPattern& block : blocks_) {
    const auto in_pieces = [&](std::size_t algorithm) {
      return can_all_exchange_in_pieces(std::span(&sweep_declaration_.algorithms[algorithm], 1),
                                        sweep_declaration_.exchange_options);
    };
    const bool all_in_pieces = std::ranges::all_of(block.algorithm_indices, in_pieces);
    const std::uint32_t nodes = sweep_declaration_.machines[block.machine_index].machine.node_count();
    for (const auto& bytes : block.message_sizes) {
      largest = std::max(
          largest, memory_for_messages(sweep_declaration_.patterns[block.pattern_index], nodes, bytes, all_in_pieces));
    }
  }
  return largest;
}

std::string SweepPlan::text_identifying_sweep() const {
  std::string text;
  for (const NamedMachine& named : sweep_declaration_.machines)
    text += machine_lines_of_experiment_identity(named.name, named.machine);
  for (const Algorithm& algorithm : sweep_declaration_.algorithms) text += "algorithm: " + algorithm.name + '\n';
  for (const Pattern& pattern : sweep_declaration_.patterns) text += pattern_line_of_experiment_identity(pattern);
  for (const ProgramDeclaredInSweepFile& program : sweep_declaration_.programs)
    text += program_lines_of_experiment_identity(program.chosen_program);
  text += fmt::format("bytes: {}\nsamples: {}\nseeds: {}\n", fmt::join(sweep_declaration_.message_sizes, ", "),
                      sweep_declaration_.samples_per_seed, fmt::join(sweep_declaration_.seeds, ", "));
  return text + execution_settings_text(sweep_declaration_.exchange_options) + fmt::format("runs: {}\n", run_count_);
}

ResultRow carry_out_planned_run(const PlannedSweepRun& cell, const ExchangeOptions& options) {
  Workload workload(matrix_of_planned_run(cell));
  ResultRow row = switchyard::carry_out_run_and_make_result_row(cell, workload, options);
  row.machine = cell.named_machine->name;
  // The row gets the message size that the sweep declares, even if a random matrix has no message.
  row.bytes = cell.message_bytes.value_or(row.bytes);
  return row;
}

}  // namespace switchyard::sweep
