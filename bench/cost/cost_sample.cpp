#include "bench/cost/cost_sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace switchyard::cost {
namespace {

/// Returns the part of `text` before its first slash, and removes that part and the slash from
/// `text`.
std::string_view take_text_before_slash(std::string_view& text) {
  const std::size_t end = std::min(text.find('/'), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <class Number>
bool take_labelled_number(std::string_view& text, std::string_view label, Number& target) {
  const std::string_view part = take_text_before_slash(text);
  if (!part.starts_with(label)) return false;
  const char* end = part.data() + part.size();
  const auto [stop, error] = std::from_chars(part.data() + label.size(), end, target);
  return error == std::errc{} && stop == end;
}

}  // namespace

std::string unit_counter_name_of_cost_aspect(CostAspect aspect) {
  return aspect == CostAspect::binary_heap || aspect == CostAspect::payload_copy ? "operations" : "messages";
}

std::string CostName::text() const {
  return fmt::format("{}{}{}/n:{}/d:{}/bytes:{}", name_of(cost_aspect), algorithm.empty() ? "" : "/", algorithm,
                     size.nodes, size.degree, size.bytes);
}

std::optional<CostName> CostName::parse_cost_name(std::string_view text) {
  CostName name;
  const auto* const found = std::ranges::find(kCostAspectNames, take_text_before_slash(text));
  if (found == std::end(kCostAspectNames)) return std::nullopt;
  name.cost_aspect = static_cast<CostAspect>(found - std::begin(kCostAspectNames));
  if (!is_reference_work(name.cost_aspect)) name.algorithm = take_text_before_slash(text);
  const bool is_whole = take_labelled_number(text, "n:", name.size.nodes) &&
                        take_labelled_number(text, "d:", name.size.degree) &&
                        take_labelled_number(text, "bytes:", name.size.bytes);
  return is_whole ? std::optional(name) : std::nullopt;
}

}  // namespace switchyard::cost
