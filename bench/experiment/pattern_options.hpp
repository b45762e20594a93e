#pragma once
/// \file pattern_options.hpp
/// The command-line options that choose communication matrices; they are the same in every command.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/pattern.hpp"

namespace switchyard {

struct PatternOptions {
  std::optional<Pattern> pattern;
  std::optional<std::vector<std::uint32_t>> densities;
  std::optional<std::vector<std::uint64_t>> message_sizes;
  std::optional<std::string> matrix_path;
  std::optional<Diagonal> diagonal;
};

enum class OptionValueCount : std::uint8_t { one, list };

/// Returns the command-line options --pattern, --density and --bytes, and if `files` is true also --matrix and
/// --diagonal. The option --pattern accepts all patterns that `catalogue` has when the option is read. `target` and
/// `catalogue` must outlive the list.
std::vector<CommandOption> pattern_options(PatternOptions& target, const Catalogue& catalogue, OptionValueCount values,
                                           bool files = true);

/// The communication matrices that a command uses: those of each pattern with each message size. An empty message size
/// means that the pattern itself determines the sizes.
struct PatternsAndSizes {
  std::vector<Pattern> patterns;
  std::vector<std::optional<std::uint64_t>> message_sizes;
};

/// Reads the communication matrix in a file. If the file holds the matrix of a linear system instead, throws an error
/// that says that the command `recommend` reads such files.
Pattern read_message_pattern(const std::string& path, Diagonal diagonal);

/// Reads the matrix file that the option --matrix names; returns nothing if the option is not given. This function must
/// be called before the machine is made, as the matrix may determine the number of nodes.
std::optional<Pattern> read_matrix(const PatternOptions& options);
std::optional<std::uint32_t> node_count_of_matrix_file(const std::optional<Pattern>& file);

/// Returns the patterns and message sizes that the options ask for. For options that are not given, it uses defaults
/// that suit the number of nodes. Throws UsageError for options that contradict each other or this number of nodes.
PatternsAndSizes patterns_and_sizes_from_options(const PatternOptions& options, const std::optional<Pattern>& file,
                                                 std::uint32_t nodes, OptionValueCount values);

/// Throws UsageError if the messages of `jobs` samples of the largest matrix, which may run at the same time, do not
/// fit into the host's memory. The required memory is estimated by memory_for_messages().
void check_memory_for_messages(const PatternsAndSizes& traffic, std::uint32_t nodes, std::uint64_t jobs,
                               bool in_pieces);

}  // namespace switchyard
