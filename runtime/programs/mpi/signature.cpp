/// \file signature.cpp

#include <fmt/format.h>

#include <algorithm>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {
namespace {

/// Visits the basic types of some values of a datatype, as runs of equal types, without making a list of all basic
/// types.
class BasicTypeSequenceCursor {
 public:
  BasicTypeSequenceCursor(const TypeLayout& type, std::uint64_t count) {
    layout_cursors_.push_back({&type, count, 0});
    advance(0);
  }

  /// Returns whether all basic types of the values have been visited.
  bool is_past_end() const noexcept { return elements_left_ == 0; }
  NamedType type() const noexcept { return type_; }
  /// Returns how many more elements of the present basic type, type(), follow in a row. The number is at least one
  /// until is_past_end().
  std::uint64_t left() const noexcept { return elements_left_; }
  /// Moves forward by `elements` basic elements. Needs: at least so many elements of the present basic type follow.
  void advance(std::uint64_t elements) {
    elements_left_ -= elements;
    while (elements_left_ == 0 && !layout_cursors_.empty()) advance_to_next_run();
  }

 private:
  struct TypeLayoutCursor {
    const TypeLayout* type;
    std::uint64_t values_left;   ///< number of values of the datatype that are left, including the current one
    std::size_t next_run_index;  ///< index of the next run of equal elements in the current value
  };

  void advance_to_next_run() {
    TypeLayoutCursor& frame = layout_cursors_.back();
    if (frame.values_left == 0 || frame.type->element_count() == 0) return layout_cursors_.pop_back();
    if (const auto uniform = frame.type->uniform_type()) {
      type_ = *uniform;
      elements_left_ = frame.values_left * frame.type->element_count();
      return layout_cursors_.pop_back();
    }
    if (frame.next_run_index == frame.type->element_runs().size()) {
      frame.next_run_index = 0;
      --frame.values_left;
      return;
    }
    const StridedElementSequence& run = frame.type->element_runs()[frame.next_run_index++];
    layout_cursors_.push_back({run.element_layout.get(), run.count, 0});
  }

  std::vector<TypeLayoutCursor> layout_cursors_;
  NamedType type_ = NamedType::byte;
  std::uint64_t elements_left_ = 0;
};

std::optional<NamedType> next_basic_type_in(const BasicTypeSequenceCursor& runs) {
  return runs.is_past_end() ? std::nullopt : std::optional(runs.type());
}

/// Returns the first position at which two sequences of basic types differ, or at which one of them ends.
TypeSignature::SignatureDifference compare_basic_types(BasicTypeSequenceCursor left, BasicTypeSequenceCursor right) {
  std::uint64_t equal = 0;
  while (!left.is_past_end() && !right.is_past_end() && left.type() == right.type()) {
    const std::uint64_t both = std::min(left.left(), right.left());
    equal += both;
    left.advance(both);
    right.advance(both);
  }
  return {equal, next_basic_type_in(left), next_basic_type_in(right)};
}

bool is_packed(const LayoutPtr& type) { return type != nullptr && type->uniform_type() == NamedType::packed; }

}  // namespace

std::optional<TypeSignature::SignatureDifference> TypeSignature::first_difference_with_longer_signature(
    const TypeSignature& other) const {
  if (type_ == nullptr || value_count_ == 0 || type_->element_count() == 0) return std::nullopt;
  if (is_packed(type_) || is_packed(other.type_)) return std::nullopt;
  if (type_ == other.type_ && value_count_ <= other.value_count_) return std::nullopt;
  static const LayoutPtr nothing = row_layout(0, layout_of(NamedType::byte));
  const TypeLayout& left = *type_;
  const TypeLayout& right = other.type_ == nullptr ? *nothing : *other.type_;
  // If one value of type `left` and one value of type `right` have the same number of elements, two sequences of such
  // values either differ within their first values, or differ only in length.
  if (left.element_count() == right.element_count() && value_count_ > 1 && other.value_count_ > 1) {
    const SignatureDifference in_first = compare_basic_types({left, 1}, {right, 1});
    if (in_first.type_in_first_signature || in_first.type_in_second_signature) return in_first;
    if (value_count_ <= other.value_count_) return std::nullopt;
    const BasicTypeSequenceCursor more(left, 1);
    return SignatureDifference{other.value_count_ * left.element_count(), next_basic_type_in(more), std::nullopt};
  }
  const SignatureDifference found = compare_basic_types({left, value_count_}, {right, other.value_count_});
  if (!found.type_in_first_signature) return std::nullopt;
  return found;
}

std::optional<TypeSignature::SignatureDifference> TypeSignature::first_difference(const TypeSignature& other) const {
  if (const auto found = first_difference_with_longer_signature(other)) return found;
  if (const auto found = other.first_difference_with_longer_signature(*this)) {
    return SignatureDifference{found->element_index, found->type_in_second_signature, found->type_in_first_signature};
  }
  return std::nullopt;
}

bool TypeSignature::has_values_at(std::uint64_t offset, const TypeSignature& part) const {
  if (part.bytes() == 0) return true;
  if (type_ == nullptr) return false;
  const auto is_of_any_type = [](NamedType type) { return type == NamedType::byte || type == NamedType::packed; };
  BasicTypeSequenceCursor mine(*type_, value_count_), its(*part.type_, part.value_count_);
  while (offset > 0) {
    if (mine.is_past_end()) return false;
    const std::uint64_t each = named_type_facts_of(mine.type()).size;
    if (each > offset) return is_of_any_type(mine.type());
    const std::uint64_t skipped = std::min(mine.left(), offset / each);
    mine.advance(skipped);
    offset -= skipped * each;
  }
  while (!its.is_past_end()) {
    if (mine.is_past_end()) return false;
    if (is_of_any_type(mine.type()) || is_of_any_type(its.type())) return true;
    if (mine.type() != its.type()) return false;
    const std::uint64_t both = std::min(mine.left(), its.left());
    mine.advance(both);
    its.advance(both);
  }
  return true;
}

std::string TypeSignature::text() const {
  constexpr std::size_t kFewRuns = 6;
  if (type_ == nullptr || value_count_ == 0 || type_->element_count() == 0) return "nothing";
  std::string text;
  BasicTypeSequenceCursor runs(*type_, value_count_);
  for (std::size_t i = 0; !runs.is_past_end(); ++i) {
    if (i == kFewRuns) return text + ", ...";
    const NamedType type = runs.type();
    std::uint64_t elements = 0;
    while (!runs.is_past_end() && runs.type() == type) {
      elements += runs.left();
      runs.advance(runs.left());
    }
    if (!text.empty()) text += ", ";
    if (elements != 1) text += fmt::format("{} x ", elements);
    text += named_type_facts_of(type).name;
  }
  return text;
}

}  // namespace switchyard::mpi
