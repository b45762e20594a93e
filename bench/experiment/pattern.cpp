#include "bench/experiment/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <vector>

#include "algorithms/exchange/exchange_pieces.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMatrixSeedStream = 1;
constexpr std::uint64_t kRunSeedStream = 2;
constexpr std::uint64_t kArbitraryMessageBytes = 1;

/// Reads a decimal number without an exponent; returns nothing for other text.
std::optional<double> parse_decimal(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Pattern parse_percent_pattern(const UserInputPlace& place, const std::string& text) {
  const auto number = parse_decimal(text);
  if (!number || std::signbit(*number) || !(*number <= 100)) {
    throw UsageError({.place = place,
                      .value = text,
                      .reason = fmt::format("{} is no percentage", switchyard::quoted(text)),
                      .remedy = "write percent:0 to percent:100"});
  }
  return {.kind = Pattern::Kind::percent, .message_percentage = *number, .parameter_text = fmt::format("{}", *number)};
}

/// Reads a share between 0 and 1: a decimal number or a fraction such as 1/32. Throws UsageError for other text.
double parse_fraction_between_0_and_1(const UserInputPlace& place, const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto above = parse_decimal(std::string_view(text).substr(0, slash));
  const auto below = slash == std::string::npos ? 1.0 : parse_decimal(std::string_view(text).substr(slash + 1));
  if (above && below && *above > 0 && *above < *below) return *above / *below;
  throw UsageError({.place = place,
                    .value = text,
                    .reason = fmt::format("{} is no share between 0 and 1", switchyard::quoted(text)),
                    .remedy = "write one such as 1/32 or 0.1"});
}

Pattern parse_bounded_traffic_pattern(const UserInputPlace& place, const std::string& text) {
  const std::string form = "bounded:k=32,l=1/32,t=64KiB";
  Pattern pattern{.kind = Pattern::Kind::bounded, .parameter_text = text};
  std::array<bool, 3> given{};
  for (const std::string& item : split_list(place, text)) {
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : item.substr(equals + 1);
    const UserInputPlace parameter = place.place_with_key("bounded: " + name);
    const std::size_t which = parse_choice(place, name, {"k", "l", "t"}, "parameter of bounded");
    if (given[which])
      throw UsageError({.place = parameter, .reason = "is given twice", .remedy = fmt::format("write {}", form)});
    given[which] = true;
    if (which == 0) pattern.fan_out = static_cast<std::uint32_t>(parse_count(parameter, value, 1, 1U << 24U));
    if (which == 1) pattern.small_message_share = parse_fraction_between_0_and_1(parameter, value);
    if (which == 2) pattern.bytes_per_node = parse_bytes(parameter, value, UnitlessSizePolicy::unitless_size_allowed);
  }
  if (given != std::array{true, true, true}) {
    throw UsageError({.place = place, .reason = "bounded needs k, l and t", .remedy = fmt::format("write {}", form)});
  }
  return pattern;
}

/// Returns a number that is computed from the pattern alone. The seeds of the pattern's random samples are derived from
/// it, so that they depend neither on the machine nor on message sizes or other patterns.
std::uint64_t seed_number_of_pattern(const Pattern& pattern) {
  if (pattern.kind == Pattern::Kind::dense) return pattern.density;
  // The number is the FNV-1a hash of a text such as "percent:50". The start value is the offset basis of this hash.
  std::uint64_t number = 0xcbf29ce484222325ULL;
  for (const char c : pattern.name() + ":" + pattern.parameter_text) {
    number = (number ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return number;
}

std::uint64_t sample_seed(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample, std::uint64_t stream) {
  return split_seed(split_seed(split_seed(seed, seed_number_of_pattern(pattern)), sample), stream);
}

Pattern make_pattern_added_by_library(const PatternKind& family, const std::string& parameters) {
  return {.kind = Pattern::Kind::added_by_library,
          .parameter_text = parameters,
          .pattern_kind_added_by_library = std::make_shared<const PatternKind>(family)};
}

/// Returns the names of all patterns that the option --pattern accepts: the shipped patterns, then those that libraries
/// add.
std::vector<std::string> all_pattern_names(std::span<const PatternKind> added) {
  std::vector<std::string> names{"dense", "complete", "percent", "bounded"};
  for (const PatternKind& kind : added) names.push_back(kind.name);
  return names;
}

CommunicationMatrix matrix_of_family(const PatternKind& family, std::uint32_t nodes, std::uint64_t bytes,
                                     const std::string& parameters, Rng& rng) {
  CommunicationMatrix matrix = family.make(nodes, bytes, parameters, rng);
  if (matrix.node_count() == nodes) return matrix;
  throw UsageError(
      fmt::format("pattern {} has made a matrix of {} nodes, not {}", family.name, matrix.node_count(), nodes));
}

CommunicationMatrix matrix_with_message_size(const CommunicationMatrix& matrix, std::optional<std::uint64_t> bytes) {
  return bytes ? matrix.with_uniform_bytes(*bytes) : matrix;
}

}  // namespace

std::string Pattern::name() const {
  return pattern_kind_added_by_library ? pattern_kind_added_by_library->name
                                       : kShippedPatterns[static_cast<std::size_t>(kind)];
}

bool Pattern::determines_message_sizes() const noexcept {
  return kind == Kind::bounded || kind == Kind::file || kind == Kind::program ||
         (pattern_kind_added_by_library && pattern_kind_added_by_library->has_sizes);
}

Pattern parse_pattern(const UserInputPlace& place, const std::string& text, std::span<const PatternKind> added) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
  const auto family = std::ranges::find(added, kind, &PatternKind::name);
  if (family != added.end()) return make_pattern_added_by_library(*family, rest);
  const std::size_t which = parse_choice(place, kind, all_pattern_names(added), "pattern");
  if (which == 2) return parse_percent_pattern(place, rest);
  if (which == 3) return parse_bounded_traffic_pattern(place, rest);
  if (colon != std::string::npos) {
    throw UsageError({.place = place,
                      .reason = fmt::format("{} has nothing behind its name", kind),
                      .remedy = fmt::format("write {}{}", kind, which == 0 ? " and the density as --density 16" : "")});
  }
  return {.kind = which == 0 ? Pattern::Kind::dense : Pattern::Kind::complete};
}

Pattern dense_pattern(std::uint32_t density) {
  return {.kind = Pattern::Kind::dense, .density = density, .parameter_text = std::to_string(density)};
}

Pattern pattern_from_file(const std::string& path, Diagonal diagonal) {
  InputFile file({}, path);
  return {.kind = Pattern::Kind::file,
          .parameter_text = std::filesystem::path(path).filename().string(),
          .file_matrix = std::make_shared<const CommunicationMatrix>(read_matrix(file, path, diagonal))};
}

CommunicationMatrix make_matrix_of_sample(const Pattern& pattern, std::uint32_t nodes,
                                          std::optional<std::uint64_t> bytes, std::uint64_t seed,
                                          std::uint64_t sample) {
  Rng rng(sample_seed(pattern, seed, sample, kMatrixSeedStream));
  const std::uint64_t size = bytes.value_or(kArbitraryMessageBytes);
  switch (pattern.kind) {
    case Pattern::Kind::dense:
      return random_matrix_with_degree(nodes, pattern.density, size, rng);
    case Pattern::Kind::complete:
      return complete(nodes, size);
    case Pattern::Kind::percent:
      return random_percent_matrix(nodes, pattern.message_percentage, size, rng);
    case Pattern::Kind::bounded:
      return matrix_with_message_size(
          random_bounded_matrix(nodes, pattern.fan_out, pattern.small_message_share, pattern.bytes_per_node, rng),
          bytes);
    case Pattern::Kind::file:
      return matrix_with_message_size(*pattern.file_matrix, bytes);
    case Pattern::Kind::program:
      return CommunicationMatrix::from_triplets(nodes, {});
    case Pattern::Kind::added_by_library:
      return matrix_of_family(*pattern.pattern_kind_added_by_library, nodes, size, pattern.parameter_text, rng);
  }
  return {};
}

std::uint64_t seed_of_runs(const Pattern& pattern, std::uint64_t seed, std::uint64_t sample) {
  return sample_seed(pattern, seed, sample, kRunSeedStream);
}

std::uint64_t message_count_of_pattern(const Pattern& pattern, std::uint32_t nodes) {
  const std::uint64_t n = nodes;
  switch (pattern.kind) {
    case Pattern::Kind::dense:
      return n * pattern.density;
    case Pattern::Kind::complete:
      return n * (n - 1);
    case Pattern::Kind::percent:
      return message_count_of_percentage(nodes, pattern.message_percentage);
    case Pattern::Kind::bounded:
      // No node sends messages to itself.
      return n * std::min(pattern.fan_out, nodes - 1);
    case Pattern::Kind::file:
      return pattern.file_matrix->message_count();
    case Pattern::Kind::program:
      return 0;
    case Pattern::Kind::added_by_library:
      return make_matrix_of_sample(pattern, nodes, kArbitraryMessageBytes, 0, 0).message_count();
  }
  return 0;
}

void check_node_count_of_pattern(const Pattern& pattern, std::uint32_t nodes) {
  if (pattern.kind != Pattern::Kind::bounded && pattern.kind != Pattern::Kind::added_by_library) return;
  make_matrix_of_sample(pattern, nodes, std::nullopt, 0, 0);
}

double payload_bytes(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes) {
  if (!bytes && pattern.kind == Pattern::Kind::bounded)
    return static_cast<double>(nodes) * static_cast<double>(pattern.bytes_per_node);
  if (!bytes && pattern.kind == Pattern::Kind::file) return static_cast<double>(pattern.file_matrix->total_bytes());
  if (pattern.kind == Pattern::Kind::added_by_library)
    return static_cast<double>(make_matrix_of_sample(pattern, nodes, bytes, 0, 0).total_bytes());
  return static_cast<double>(message_count_of_pattern(pattern, nodes)) *
         static_cast<double>(bytes.value_or(kArbitraryMessageBytes));
}

double memory_for_messages(const Pattern& pattern, std::uint32_t nodes, std::optional<std::uint64_t> bytes,
                           bool in_pieces) {
  // The host memory in bytes for the records of one message: in the matrix, the workload, the steps of the nodes and
  // the requests. Algorithms that post all receives at first take most: with 1024 nodes and messages of 16 bytes, rs_n
  // about 430 and ac about 360 bytes.
  constexpr double kBytesOfAMessage = 430;
  const double all = 2 * payload_bytes(pattern, nodes, bytes) +
                     kBytesOfAMessage * static_cast<double>(message_count_of_pattern(pattern, nodes));
  if (!in_pieces || pattern.kind != Pattern::Kind::complete) return all;
  return all * std::min(1.0, static_cast<double>(kStepsPerExchangePiece) / nodes);
}

}  // namespace switchyard
