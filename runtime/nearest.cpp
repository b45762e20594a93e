#include "runtime/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// The fewest characters that a word must have to be taken for the beginning of a longer known name.
constexpr std::size_t kFewestCharactersOfPrefix = 3;

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // `row[j]` is the edit distance between the first i characters of `a` and the first j of `b`. `above` is this row for
  // i-1 characters of `a`, and `before` for i-2.
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

/// Returns the largest number of edits that still counts as a typing error, for two names of `a` and `b` characters.
std::size_t most_edits_of_typing_error(std::size_t a, std::size_t b) {
  const std::size_t longer = std::max(a, b);
  return longer < 2 ? 0 : std::max<std::size_t>(1, longer / 3);
}

/// Returns the number of edits between two names, or nothing if there are too many for a typing error.
std::optional<std::size_t> edit_count_if_typing_error(std::string_view wrong, std::string_view name) {
  const std::size_t allowed = most_edits_of_typing_error(wrong.size(), name.size());
  const std::size_t longer = std::max(wrong.size(), name.size());
  if (longer - std::min(wrong.size(), name.size()) > allowed) return std::nullopt;
  const std::size_t edits = edit_distance(wrong, name);
  if (edits > allowed) return std::nullopt;
  return edits;
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wrong, std::span<const std::string> known) {
  const std::string typed = lower_case(wrong);
  std::optional<std::string> nearest;
  std::size_t fewest = 0;
  for (const std::string& name : known) {
    const std::optional<std::size_t> edits = edit_count_if_typing_error(typed, lower_case(name));
    if (!edits || (nearest && *edits >= fewest)) continue;
    nearest = name;
    fewest = *edits;
  }
  if (nearest || typed.size() < kFewestCharactersOfPrefix) return nearest;
  const auto longer =
      std::ranges::find_if(known, [&](const std::string& name) { return lower_case(name).starts_with(typed); });
  if (longer != known.end()) nearest = *longer;
  return nearest;
}

Mistake mistake_for_unknown_name(const UserInputPlace& place, std::string_view wrong,
                                 std::span<const std::string> known, std::string_view noun) {
  const std::string_view option = place.option;
  if (noun.empty()) noun = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  std::string remedy;
  if (const auto nearest = nearest_name(wrong, known)) remedy = fmt::format("did you mean '{}'? ", *nearest);
  remedy += known.empty() ? "none is known" : fmt::format("known: {}", fmt::join(known, ", "));
  return {.place = place,
          .value = std::string(wrong),
          .reason = fmt::format("unknown {} {}", noun, quoted(wrong)),
          .remedy = std::move(remedy)};
}

}  // namespace switchyard
