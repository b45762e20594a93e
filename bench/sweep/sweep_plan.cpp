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

/// Positions in a row of results of the columns that identify a run. The positions never change.
enum KeyColumn : std::size_t { kMachine, kNodes, kAlgorithm, kPattern, kDensity, kBytes, kSample, kSeed };

// The largest number of runs of a sweep. One bit is kept in memory for each run.
constexpr std::uint64_t kMostCells = 1'000'000'000;

const std::size_t kColumns = csv_fields(csv_header())->size();

std::optional<std::uint64_t> parse_whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Returns the positions in a result row of the columns that later steps (the map of best
/// algorithms, or a report) read as numbers.
std::vector<std::size_t> numeric_column_positions() {
  const auto names = csv_fields(csv_header()).value();
  std::vector<std::size_t> columns;
  for (const char* name : {"messages", "circuits", "payload_bytes", "phases", "makespan_us", "schedule_us",
                           "link_wait_us", "port_wait_us", "discarded", "host_s", "reuse", "usable"}) {
    columns.push_back(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
  }
  return columns;
}

const std::vector<std::size_t> kResultColumns = numeric_column_positions();
const std::size_t kMatrixColumn = kColumns - 1;

/// Returns whether the text is a number in digits, with or without decimals.
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

/// Returns the reason why this machine cannot have this pattern. Returns an empty text if it can.
std::string reason_against_pattern(const Machine& machine, const Pattern& pattern) {
  const std::uint32_t nodes = machine.node_count();
  if (pattern.kind == Pattern::Kind::dense && pattern.density >= nodes) {
    return fmt::format("density {} is too large for {} nodes", pattern.density, nodes);
  }
  if (pattern.kind == Pattern::Kind::file && pattern.matrix->node_count() != nodes) {
    return fmt::format("matrix {} has {} nodes, not {}", switchyard::quoted(pattern.parameter),
                       pattern.matrix->node_count(), nodes);
  }
  try {
    check_node_count_of_pattern(pattern, nodes);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

/// Returns the reason why the machine cannot carry out the algorithm with this pattern. Returns an empty
/// text if it can. Needs: the machine can have the pattern.
std::string reason_against_algorithm(const Machine& machine, const Pattern& pattern, const Algorithm& algorithm,
                                     const ExchangeOptions& options) {
  try {
    check_execution_options(options, machine, std::span(&algorithm, 1));
    check_patterns({{pattern}, {1}}, machine, std::span(&algorithm, 1));
  } catch (const UsageError& error) {
    Mistake mistake = error.mistake();
    mistake.place.option = toml_key_of_option(mistake.place.option);  // A sweep file has keys in place of options.
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
  if (cell_count_ == 0) throw UsageError("no run is left, as no machine can carry out any of them", "change some");
}

/// Returns whether this pattern and this algorithm form a run. A program is stored as an algorithm
/// and a pattern, which form runs only with each other.
bool SweepPlan::can_form_run(std::size_t pattern, std::size_t algorithm) const {
  const auto program = std::ranges::find(sweep_declaration_.programs, algorithm, &DeclaredProgram::algorithm);
  if (program != sweep_declaration_.programs.end()) return program->pattern == pattern;
  return sweep_declaration_.patterns[pattern].kind != Pattern::Kind::program;
}

/// Returns the reason why the machine cannot run this algorithm or program. Returns an empty text if it
/// can. Needs: the machine can have the pattern.
std::string SweepPlan::reason_against_run(const Machine& machine, std::size_t pattern, std::size_t algorithm) const {
  const auto program = std::ranges::find(sweep_declaration_.programs, algorithm, &DeclaredProgram::algorithm);
  try {
    if (program != sweep_declaration_.programs.end()) check_program(program->chosen, machine, {});
  } catch (const UsageError& error) {
    return error.what();
  }
  return reason_against_algorithm(machine, sweep_declaration_.patterns[pattern],
                                  sweep_declaration_.algorithms[algorithm], sweep_declaration_.options);
}

void SweepPlan::add_runs_of_machine_and_pattern(std::size_t machine, std::size_t pattern) {
  const NamedMachine& named = sweep_declaration_.machines[machine];
  const Pattern& wanted = sweep_declaration_.patterns[pattern];
  RunBlock block{machine, pattern, {}, message_sizes_for(wanted, sweep_declaration_.bytes), cell_count_};
  const std::uint64_t each = block.bytes.size() * repeats();
  const std::string no_pattern = reason_against_pattern(named.machine, wanted);
  for (std::size_t i = 0; i < sweep_declaration_.algorithms.size(); ++i) {
    if (!can_form_run(pattern, i)) continue;
    const std::string problem = no_pattern.empty() ? reason_against_run(named.machine, pattern, i) : no_pattern;
    if (problem.empty()) {
      block.algorithms.push_back(i);
    } else if (sweep_declaration_.skip_impossible) {
      skipped_run_count_ += each;
    } else {
      throw UsageError(
          fmt::format("{} of {} nodes, {}: {}", named.name, named.machine.node_count(), wanted.name(), problem),
          "write skip_impossible = true to leave such runs out");
    }
  }
  if (block.algorithms.empty()) return;
  const BlockKey key{named.name, std::to_string(named.machine.node_count()), wanted.name(),
                     pattern_parameter_text(wanted, named.machine.node_count())};
  if (!by_key_.emplace(key, blocks_.size()).second) {
    throw UsageError(fmt::format("{} of {} nodes, {} {} is there twice, and rows could not be told apart", named.name,
                                 named.machine.node_count(), wanted.name(), wanted.parameter),
                     "give a machine a name of its own, or a file another one");
  }
  cell_count_ += each * block.algorithms.size();
  if (cell_count_ > kMostCells) {
    throw UsageError(fmt::format("these are more than {} runs", kMostCells), "write fewer samples, or several files");
  }
  blocks_.push_back(std::move(block));
}

const SweepPlan::RunBlock& SweepPlan::block_of(std::uint64_t number) const {
  return *std::prev(std::ranges::upper_bound(blocks_, number, {}, &RunBlock::first));
}

SweepCell SweepPlan::cell(std::uint64_t number) const {
  const RunBlock& block = block_of(number);
  std::uint64_t rest = number - block.first;
  const auto next = [&rest](std::uint64_t base) {
    const std::uint64_t digit = rest % base;
    rest /= base;
    return digit;
  };
  const std::uint64_t sample = next(sweep_declaration_.samples);
  const std::uint64_t seed = next(sweep_declaration_.seeds.size());
  const std::uint64_t algorithm = next(block.algorithms.size());
  const std::size_t number_of_algorithm = block.algorithms[algorithm];
  const auto program = std::ranges::find(sweep_declaration_.programs, number_of_algorithm, &DeclaredProgram::algorithm);
  const NamedMachine& named = sweep_declaration_.machines[block.machine];
  return {
      {&named.machine, &sweep_declaration_.patterns[block.pattern], &sweep_declaration_.algorithms[number_of_algorithm],
       block.bytes[rest], sweep_declaration_.seeds[seed], sample},
      &named,
      program != sweep_declaration_.programs.end() ? &program->chosen : nullptr};
}

std::string SweepPlan::text_of_sweep_run(std::uint64_t number) const {
  const SweepCell run = cell(number);
  return fmt::format("{}, {} nodes, {}", run.named->name, run.machine->node_count(), switchyard::text_of(run));
}

std::optional<std::uint64_t> SweepPlan::run_number_of_row(std::string_view row) const {
  const auto fields = csv_fields(row);
  if (!fields || fields->size() != kColumns) return std::nullopt;
  if (!std::ranges::all_of(kResultColumns, [&](std::size_t column) { return is_number((*fields)[column]); })) {
    return std::nullopt;
  }
  const auto field = [&](KeyColumn column) -> const std::string& { return (*fields)[column]; };
  const std::string& parameter = field(kPattern) == kMatrixPattern ? (*fields)[kMatrixColumn] : field(kDensity);
  const auto found = by_key_.find({field(kMachine), field(kNodes), field(kPattern), parameter});
  if (found == by_key_.end()) return std::nullopt;
  const RunBlock& block = blocks_[found->second];

  std::optional<std::uint64_t> algorithm;
  for (std::size_t i = 0; i < block.algorithms.size(); ++i) {
    if (sweep_declaration_.algorithms[block.algorithms[i]].name == field(kAlgorithm)) algorithm = i;
  }
  const auto size = parse_whole_number(field(kBytes));
  const auto bytes = block.bytes.front() ? index_in_list(block.bytes, size) : std::optional<std::uint64_t>(0);
  const auto sample = parse_whole_number(field(kSample));
  const auto seed_value = parse_whole_number(field(kSeed));
  const auto seed = seed_value ? index_in_list(sweep_declaration_.seeds, *seed_value) : std::nullopt;
  if (!algorithm || !size || !bytes || !sample || *sample >= sweep_declaration_.samples || !seed) return std::nullopt;
  const std::uint64_t sizes = *bytes * block.algorithms.size() + *algorithm;
  return block.first + (sizes * sweep_declaration_.seeds.size() + *seed) * sweep_declaration_.samples + *sample;
}

double SweepPlan::largest_run_bytes() const {
  double largest = 0;
  for (const RunBlock& block : blocks_) {
    const auto in_pieces = [&](std::size_t algorithm) {
      return can_all_exchange_in_pieces(std::span(&sweep_declaration_.algorithms[algorithm], 1),
                                        sweep_declaration_.options);
    };
    const bool all_in_pieces = std::ranges::all_of(block.algorithms, in_pieces);
    const std::uint32_t nodes = sweep_declaration_.machines[block.machine].machine.node_count();
    for (const auto& bytes : block.bytes) {
      largest = std::max(largest,
                         memory_for_messages(sweep_declaration_.patterns[block.pattern], nodes, bytes, all_in_pieces));
    }
  }
  return largest;
}

std::string SweepPlan::text_identifying_sweep() const {
  std::string text;
  for (const NamedMachine& named : sweep_declaration_.machines) text += identity_lines(named.name, named.machine);
  for (const Algorithm& algorithm : sweep_declaration_.algorithms) text += "algorithm: " + algorithm.name + '\n';
  for (const Pattern& pattern : sweep_declaration_.patterns) text += identity_line_of_pattern(pattern);
  for (const DeclaredProgram& program : sweep_declaration_.programs) text += identity_lines(program.chosen);
  text += fmt::format("bytes: {}\nsamples: {}\nseeds: {}\n", fmt::join(sweep_declaration_.bytes, ", "),
                      sweep_declaration_.samples, fmt::join(sweep_declaration_.seeds, ", "));
  return text + settings_text(sweep_declaration_.options) + fmt::format("runs: {}\n", cell_count_);
}

ResultRow carry_out(const SweepCell& cell, const ExchangeOptions& options) {
  Workload workload(matrix_of(cell));
  ResultRow row = switchyard::carry_out(cell, workload, options);
  row.machine = cell.named->name;
  row.bytes = cell.bytes.value_or(row.bytes);  // The row has the declared size even if a random matrix has no message.
  return row;
}

}  // namespace switchyard::sweep
