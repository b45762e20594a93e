#include "bench/experiment/pattern_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

#include "algorithms/applications/sparse_matrix_file.hpp"
#include "bench/experiment/exchange_row.hpp"
#include "bench/experiment/input_file.hpp"
#include "runtime/stress/parallel_runs.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

std::vector<std::string> split_value_if_list(const std::string& option, const std::string& text,
                                             OptionValueCount values) {
  return values == OptionValueCount::list ? split_list(option, text) : std::vector<std::string>{text};
}

template <class T>
void refuse_repeated_values(const std::string& option, const std::vector<T>& list) {
  for (auto item = list.begin(); item != list.end(); ++item) {
    if (std::find(list.begin(), item, *item) != item) {
      throw UsageError(
          {.place = option, .reason = fmt::format("{} is there twice", *item), .remedy = "write each value once"});
    }
  }
}

std::vector<std::uint32_t> parse_densities(const std::string& text, OptionValueCount values) {
  std::vector<std::uint32_t> list;
  for (const std::string& item : split_value_if_list("--density", text, values)) {
    constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
    list.push_back(static_cast<std::uint32_t>(parse_count("--density", item, 1, kMost)));
  }
  refuse_repeated_values("--density", list);
  return list;
}

std::vector<std::uint64_t> parse_sizes(const std::string& text, OptionValueCount values) {
  std::vector<std::uint64_t> list;
  for (const std::string& item : split_value_if_list("--bytes", text, values)) {
    list.push_back(parse_bytes("--bytes", item, UnitlessSizePolicy::unitless_size_allowed));
  }
  refuse_repeated_values("--bytes", list);
  return list;
}

void refuse_fewer_than_two_nodes(std::uint32_t nodes) {
  if (nodes < 2)
    throw UsageError(
        {.place = "--nodes", .reason = "a dense pattern has no message on 1 node", .remedy = "write at least 2"});
}

void check_densities(const std::vector<std::uint32_t>& list, std::uint32_t nodes) {
  refuse_fewer_than_two_nodes(nodes);
  for (const std::uint32_t density : list) {
    if (density < nodes) continue;
    throw UsageError({.place = "--density",
                      .reason = fmt::format("'{}' is too large for {} nodes", density, nodes),
                      .remedy = fmt::format("write 1 to {}", nodes - 1)});
  }
}

std::vector<std::uint32_t> default_densities(std::uint32_t nodes, OptionValueCount values) {
  refuse_fewer_than_two_nodes(nodes);
  const std::vector<std::uint32_t> usual =
      values == OptionValueCount::list ? std::vector{4U, 16U, 32U} : std::vector{16U};
  std::vector<std::uint32_t> list;
  std::ranges::copy_if(usual, std::back_inserter(list), [&](std::uint32_t density) { return density < nodes; });
  return list.empty() ? std::vector{nodes - 1} : list;
}

std::vector<std::optional<std::uint64_t>> chosen_message_sizes(const PatternOptions& options, bool has_sizes,
                                                               OptionValueCount values) {
  if (options.message_sizes) return {options.message_sizes->begin(), options.message_sizes->end()};
  if (has_sizes) return {std::nullopt};
  if (values == OptionValueCount::one) return {1024};
  return {16, 1024, 16384};
}

void refuse_options_invalid_with_matrix_file(const PatternOptions& options) {
  if (options.pattern)
    throw UsageError(
        {.place = "--pattern", .reason = "the matrix comes from --matrix", .remedy = "leave one of the two out"});
  if (options.densities)
    throw UsageError(
        {.place = "--density", .reason = "the matrix comes from --matrix", .remedy = "leave one of the two out"});
}

std::vector<Pattern> chosen_patterns(const PatternOptions& options, std::uint32_t nodes, OptionValueCount values) {
  if (options.pattern && options.pattern->kind != Pattern::Kind::dense) {
    const Pattern& pattern = *options.pattern;
    if (options.densities) {
      throw UsageError({.place = "--density",
                        .reason = fmt::format("pattern {} has none", pattern.name()),
                        .remedy = "leave it out"});
    }
    if (options.message_sizes && pattern.determines_message_sizes()) {
      throw UsageError({.place = "--bytes",
                        .reason = fmt::format("pattern {} has sizes of its own", pattern.name()),
                        .remedy = "leave it out"});
    }
    call_with_input_place_in_errors("--pattern", [&] { check_node_count_of_pattern(pattern, nodes); });
    return {pattern};
  }
  const auto densities = options.densities ? *options.densities : default_densities(nodes, values);
  check_densities(densities, nodes);
  std::vector<Pattern> list;
  for (const std::uint32_t density : densities) list.push_back(dense_pattern(density));
  return list;
}

/// Returns whether the file holds the sparse matrix of a linear system, as the command `recommend` reads it, and not a
/// communication matrix.
bool is_linear_system_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  try {
    InputFile file({}, path);
    return read_matrix_of_any_kind(file, path).matrix.row_count() > 1;
  } catch (const UsageError&) {
    return false;
  }
}

template <class See>
void for_each_pattern_and_size(const PatternsAndSizes& traffic, See see) {
  for (const Pattern& pattern : traffic.patterns) {
    for (const auto& bytes : traffic.message_sizes) see(pattern, bytes);
  }
}

/// Returns the name of the command-line option by which the user has determined the message sizes: --bytes, --matrix or
/// --pattern.
const char* option_setting_message_sizes(const Pattern& pattern, std::optional<std::uint64_t> bytes) {
  if (bytes) return "--bytes";
  return pattern.kind == Pattern::Kind::file ? "--matrix" : "--pattern";
}

PatternsAndSizes checked_patterns_and_sizes(PatternsAndSizes traffic, std::uint32_t nodes) {
  for_each_pattern_and_size(traffic, [&](const Pattern& pattern, std::optional<std::uint64_t> bytes) {
    if (payload_bytes(pattern, nodes, bytes) < 0x1p63) return;
    throw UsageError({.place = option_setting_message_sizes(pattern, bytes),
                      .reason = fmt::format("the messages of {} {} add up to 2^63 bytes or more", pattern.name(),
                                            pattern_parameter_text(pattern, nodes)),
                      .remedy = "write smaller ones"});
  });
  return traffic;
}

}  // namespace

std::vector<CommandOption> pattern_options(PatternOptions& target, const Catalogue& catalogue, OptionValueCount values,
                                           bool files) {
  const bool many = values == OptionValueCount::list;
  std::vector<CommandOption> options{
      {"--pattern", "PATTERN",
       "dense (default), complete, percent:50, bounded:k=32,l=1/32,t=64KiB, or one that a library adds",
       [&target, &catalogue](const std::string& text) {
         target.pattern = parse_pattern("--pattern", text, catalogue.patterns());
       }},
      {"--density", many ? "D,..." : "D", "messages that each node of a dense pattern sends and receives",
       [&target, values](const std::string& text) { target.densities = parse_densities(text, values); }},
      {"--bytes", many ? "SIZE,..." : "SIZE", "message sizes such as 16 or 1KiB",
       [&target, values](const std::string& text) { target.message_sizes = parse_sizes(text, values); }},
  };
  options = limit_options_to_work_kinds(WorkKinds::matrices, std::move(options));
  if (!files) return options;
  options.push_back(limit_options_to_work_kinds(
      WorkKinds::matrices | WorkKinds::applications,
      mark_option_as_input_file({"--matrix", "FILE",
                                 "a matrix from a .mtx or .csv file, with its own sizes unless --bytes is given",
                                 [&target](const std::string& text) { target.matrix_path = text; }})));
  options.push_back(limit_options_to_work_kinds(
      WorkKinds::matrices, {"--diagonal", "WHAT", "messages to oneself in that file: refuse (default) or drop",
                            [&target](const std::string& text) {
                              target.diagonal = parse_choice("--diagonal", text, {"refuse", "drop"}) == 0
                                                    ? Diagonal::refuse
                                                    : Diagonal::drop;
                            }}));
  return options;
}

Pattern read_message_pattern(const std::string& path, Diagonal diagonal) {
  try {
    return pattern_from_file(path, diagonal);
  } catch (const UsageError& error) {
    if (!is_linear_system_file(path)) throw;
    Mistake mistake = error.mistake();
    mistake.remedy = fmt::format("{}; if it is a matrix of unknowns: switchyard recommend {}", mistake.remedy,
                                 switchyard::quoted(path));
    throw UsageError(std::move(mistake));
  }
}

std::optional<Pattern> read_matrix(const PatternOptions& options) {
  if (options.diagonal && !options.matrix_path) {
    throw UsageError({.place = "--diagonal",
                      .reason = "is about a matrix from a file",
                      .remedy = "add --matrix FILE or leave it out"});
  }
  if (!options.matrix_path) return std::nullopt;
  refuse_options_invalid_with_matrix_file(options);
  Pattern pattern = read_message_pattern(*options.matrix_path, options.diagonal.value_or(Diagonal::refuse));
  if (pattern.file_matrix->node_count() == 0)
    throw UsageError(
        {.place = {*options.matrix_path, 1, 1}, .reason = "has no node", .remedy = "give a matrix with one"});
  return pattern;
}

std::optional<std::uint32_t> node_count_of_matrix_file(const std::optional<Pattern>& file) {
  return file ? std::optional(file->file_matrix->node_count()) : std::nullopt;
}

PatternsAndSizes patterns_and_sizes_from_options(const PatternOptions& options, const std::optional<Pattern>& file,
                                                 std::uint32_t nodes, OptionValueCount values) {
  if (file) {
    const std::uint32_t needed = file->file_matrix->node_count();
    if (needed != nodes) {
      throw UsageError(
          {.place = "--nodes",
           .value = file->parameter_text,
           .reason = fmt::format("the machine has {} nodes and the matrix {} has {}", nodes,
                                 switchyard::quoted(file->parameter_text), needed),
           .remedy = fmt::format("write {} or leave it out; if it is a matrix of unknowns: switchyard recommend "
                                 "FILE --nodes {}",
                                 needed, nodes)});
    }
    return checked_patterns_and_sizes({{*file}, chosen_message_sizes(options, true, values)}, nodes);
  }
  std::vector<Pattern> patterns = chosen_patterns(options, nodes, values);
  const bool has_sizes = patterns.front().determines_message_sizes();
  return checked_patterns_and_sizes({std::move(patterns), chosen_message_sizes(options, has_sizes, values)}, nodes);
}

void check_memory_for_messages(const PatternsAndSizes& traffic, std::uint32_t nodes, std::uint64_t jobs,
                               bool in_pieces) {
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  const double host = installed_host_memory_bytes();
  for_each_pattern_and_size(traffic, [&](const Pattern& pattern, std::optional<std::uint64_t> bytes) {
    const double needed = static_cast<double>(jobs) * memory_for_messages(pattern, nodes, bytes, in_pieces);
    if (needed < host) return;
    throw UsageError(
        {.place = option_setting_message_sizes(pattern, bytes),
         .reason = fmt::format("messages of {} {} take about {:.1f} GiB of memory and this host has {:.1f}",
                               pattern.name(), pattern_parameter_text(pattern, nodes), needed / kGiB, host / kGiB),
         .remedy = "write smaller ones, a lower density, fewer nodes or fewer jobs"});
  });
}

}  // namespace switchyard
