#pragma once
/// \file pattern_options.hpp
/// The options that choose communication matrices, spelled alike in every command.

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
  std::optional<std::vector<std::uint64_t>> bytes;
  std::optional<std::string> matrix;
  std::optional<Diagonal> diagonal;
};

enum class Values : std::uint8_t { one, list };

/// Returns the options --pattern, --density, --bytes, and with `files` also --matrix and --diagonal. The option
/// --pattern accepts all patterns that `catalogue` has when the option is read. `target` and `catalogue` must outlive
/// the list.
std::vector<CommandOption> pattern_options(PatternOptions& target, const Catalogue& catalogue, Values values,
                                           bool files = true);

/// The communication matrices that a command uses: each pattern with each message size. An empty size stands for the
/// pattern's own sizes.
struct Traffic {
  std::vector<Pattern> patterns;
  std::vector<std::optional<std::uint64_t>> bytes;
};

/// Reads the communication matrix in a file. If the file holds a matrix of unknowns instead, the error says that the
/// command `recommend` takes it.
Pattern read_message_pattern(const std::string& path, Diagonal diagonal);

/// Reads the matrix file that --matrix names; returns nothing if the option is not given. Call it
/// before the machine is made, as the matrix may determine the number of nodes.
std::optional<Pattern> read_matrix(const PatternOptions& options);
std::optional<std::uint32_t> node_count_of_matrix_file(const std::optional<Pattern>& file);

/// Returns the patterns and sizes that the options ask for, with defaults that suit `nodes` for options that are not
/// given. Throws UsageError for options that contradict each other or this number of nodes.
Traffic traffic_from_options(const PatternOptions& options, const std::optional<Pattern>& file, std::uint32_t nodes,
                             Values values);

/// Throws UsageError if the host's memory cannot hold the messages of the largest matrix for each of the `jobs`, see
/// memory_for_messages().
void check_memory_for_messages(const Traffic& traffic, std::uint32_t nodes, std::uint64_t jobs, bool in_pieces);

}  // namespace switchyard
