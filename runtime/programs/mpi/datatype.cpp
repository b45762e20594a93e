/// \file datatype.cpp

#include "runtime/programs/mpi/datatype.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace switchyard::mpi {
namespace {

struct ValueAndIndexTypes {
  NamedType value, index;
};

ValueAndIndexTypes element_types_of_pair(NamedType pair) {
  switch (pair) {
    case NamedType::float_int:
      return {NamedType::float_, NamedType::int_};
    case NamedType::double_int:
      return {NamedType::double_, NamedType::int_};
    case NamedType::long_int:
      return {NamedType::long_, NamedType::int_};
    case NamedType::short_int:
      return {NamedType::short_, NamedType::int_};
    case NamedType::long_double_int:
      return {NamedType::long_double, NamedType::int_};
    case NamedType::two_real:
      return {NamedType::fortran_real, NamedType::fortran_real};
    case NamedType::two_double_precision:
      return {NamedType::fortran_double_precision, NamedType::fortran_double_precision};
    case NamedType::two_integer:
      return {NamedType::fortran_integer, NamedType::fortran_integer};
    default:
      return {NamedType::int_, NamedType::int_};
  }
}

constexpr std::int64_t rounded_up(std::int64_t bytes, std::int64_t unit) { return (bytes + unit - 1) / unit * unit; }

std::int64_t multiply_stride_by_count(std::uint64_t count, std::int64_t stride) {
  return static_cast<std::int64_t>(count) * stride;
}

}  // namespace

TypeLayout::TypeLayout(NamedType type)
    : alignment_(named_type_facts_of(type).alignment), named_type_(type), is_named_(true) {
  if (type == NamedType::lower_bound_marker) {
    explicit_lower_bound_ = 0;
  } else if (type == NamedType::upper_bound_marker) {
    explicit_upper_bound_ = 0;
  } else if (is_pair(type)) {
    const auto [value, index] = element_types_of_pair(type);
    const std::int64_t place = rounded_up(named_type_facts_of(value).size, named_type_facts_of(index).alignment);
    element_runs_ = {{0, 1, 0, layout_of(value)}, {place, 1, 0, layout_of(index)}};
    for (const StridedElementSequence& run : element_runs_) add_run(run);
  } else {
    size_ = named_type_facts_of(type).size;
    element_count_ = 1;
    true_upper_bound_ = static_cast<std::int64_t>(size_);
    uniform_type_ = type;
    is_empty_ = false;
  }
  compute_extent();
}

TypeLayout::TypeLayout(std::vector<StridedElementSequence> runs, Displacements displacements)
    : may_span_variables_(displacements == Displacements::displacements_in_bytes), element_runs_(std::move(runs)) {
  for (const StridedElementSequence& run : element_runs_) add_run(run);
  compute_extent();
}

TypeLayout::TypeLayout(const LayoutPtr& of, std::int64_t lower_bound, std::int64_t extent)
    : element_runs_{{0, 1, 0, of}} {
  add_run(element_runs_.front());
  explicit_lower_bound_ = lower_bound;
  explicit_upper_bound_ = lower_bound + extent;
  compute_extent();
}

void TypeLayout::add_run(const StridedElementSequence& run) {
  if (run.count == 0) return;
  const TypeLayout& element = *run.element_layout;
  may_span_variables_ = may_span_variables_ || element.may_span_variables_;
  const std::int64_t last = run.displacement + multiply_stride_by_count(run.count - 1, run.stride);
  const auto [low, high] = std::minmax(run.displacement, last);
  if (element.explicit_lower_bound_) {
    explicit_lower_bound_ = std::min(explicit_lower_bound_.value_or(low + *element.explicit_lower_bound_),
                                     low + *element.explicit_lower_bound_);
  }
  if (element.explicit_upper_bound_) {
    explicit_upper_bound_ = std::max(explicit_upper_bound_.value_or(high + *element.explicit_upper_bound_),
                                     high + *element.explicit_upper_bound_);
  }
  if (element.is_empty_) return;
  const bool is_row = run.count == 1 || run.stride == static_cast<std::int64_t>(element.size_);
  const bool follows = is_empty_ || run.displacement + element.true_lower_bound_ == true_upper_bound_;
  is_dense_ = is_dense_ && element.is_dense_ && is_row && follows;
  if (is_empty_) uniform_type_ = element.uniform_type_;
  if (uniform_type_ != element.uniform_type_) uniform_type_.reset();
  true_lower_bound_ =
      is_empty_ ? low + element.true_lower_bound_ : std::min(true_lower_bound_, low + element.true_lower_bound_);
  true_upper_bound_ =
      is_empty_ ? high + element.true_upper_bound_ : std::max(true_upper_bound_, high + element.true_upper_bound_);
  size_ += run.count * element.size_;
  element_count_ += run.count * element.element_count_;
  alignment_ = std::max(alignment_, element.alignment_);
  is_empty_ = false;
}

/// Computes the extent of a datatype. If no marker (MPI_UB) sets its upper bound, the extent is
/// rounded up to a multiple of the strictest alignment of its basic types ("epsilon" in the
/// standard).
void TypeLayout::compute_extent() {
  const std::int64_t upper = explicit_upper_bound_.value_or(true_upper_bound_);
  extent_ = upper - lower_bound();
  if (!explicit_upper_bound_ && extent_ > 0) extent_ = rounded_up(extent_, alignment_);
}

Datatype::Datatype(NamedType type)
    : is_committed(true), name(named_type_facts_of(type).name), layout_(layout_of(type)) {}

const LayoutPtr& layout_of(NamedType type) {
  using All = std::array<LayoutPtr, kNamedTypeCount>;
  const auto make = [](bool pairs) {
    All made;
    for (std::size_t i = 0; i < kNamedTypeCount; ++i) {
      const auto each = static_cast<NamedType>(i);
      // The layouts of predefined types exist until the end of the process, so that pointers to them need not count
      // references. All nodes would otherwise share the reference counters, and most messages would change them.
      if (is_pair(each) == pairs) made[i] = LayoutPtr(LayoutPtr{}, new TypeLayout(each));
    }
    return made;
  };
  static const All basic = make(false);
  if (!is_pair(type)) return basic[static_cast<std::size_t>(type)];
  static const All pairs = make(true);  // made after all basic types, of which pairs consist
  return pairs[static_cast<std::size_t>(type)];
}

LayoutPtr row_layout(std::uint64_t count, const LayoutPtr& element) {
  if (count == 1) return element;
  return std::make_shared<const TypeLayout>(
      std::vector<StridedElementSequence>{{0, count, element->extent(), element}});
}

LayoutPtr strided_rows_layout(std::uint64_t count, std::uint64_t length, std::int64_t stride,
                              const LayoutPtr& element) {
  return std::make_shared<const TypeLayout>(
      std::vector<StridedElementSequence>{{0, count, stride, row_layout(length, element)}});
}

LayoutPtr indexed_rows_layout(std::span<const std::uint64_t> lengths, std::span<const std::int64_t> displacements,
                              const LayoutPtr& element, TypeLayout::Displacements given) {
  std::vector<StridedElementSequence> runs;
  const std::int64_t extent = element->extent();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0) continue;
    const bool goes_on = !runs.empty() && displacements[i] == runs.back().displacement +
                                                                  multiply_stride_by_count(runs.back().count, extent);
    if (goes_on) {
      runs.back().count += lengths[i];
    } else {
      runs.push_back({displacements[i], lengths[i], extent, element});
    }
  }
  return std::make_shared<const TypeLayout>(std::move(runs), given);
}

LayoutPtr struct_layout(std::span<const std::uint64_t> lengths, std::span<const std::int64_t> displacements,
                        std::span<const LayoutPtr> elements) {
  std::vector<StridedElementSequence> runs;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] != 0) runs.push_back({displacements[i], lengths[i], elements[i]->extent(), elements[i]});
  }
  return std::make_shared<const TypeLayout>(std::move(runs), TypeLayout::Displacements::displacements_in_bytes);
}

LayoutPtr resized_layout(const LayoutPtr& element, std::int64_t lower_bound, std::int64_t extent) {
  return std::make_shared<const TypeLayout>(element, lower_bound, extent);
}

std::optional<std::uint64_t> count_of_values_in_bytes(std::uint64_t bytes, const TypeLayout& type) noexcept {
  if (type.size() == 0) return bytes == 0 ? std::optional<std::uint64_t>(0) : std::nullopt;
  if (bytes % type.size() != 0) return std::nullopt;
  return bytes / type.size();
}

std::optional<std::uint64_t> count_of_elements_in_bytes(std::uint64_t bytes, const TypeLayout& type) noexcept {
  if (type.size() == 0) return bytes == 0 ? std::optional<std::uint64_t>(0) : std::nullopt;
  std::uint64_t elements = bytes / type.size() * type.element_count();
  std::uint64_t rest = bytes % type.size();
  for (const TypeLayout* part = &type; rest > 0;) {
    const TypeLayout* cut = nullptr;
    for (const StridedElementSequence& run : part->element_runs()) {
      const std::uint64_t size = run.element_layout->size();
      if (size == 0) continue;
      const std::uint64_t whole = std::min(run.count, rest / size);
      elements += whole * run.element_layout->element_count();
      rest -= whole * size;
      if (whole < run.count) {
        cut = run.element_layout.get();
        break;
      }
    }
    if (rest == 0) break;
    if (cut == nullptr) return std::nullopt;
    part = cut;
  }
  return elements;
}

std::uint64_t size_of_elements(std::uint64_t elements, const TypeLayout& type) noexcept {
  std::uint64_t bytes = 0;
  for (const TypeLayout* part = &type; part != nullptr && part->element_count() > 0 && elements > 0;) {
    bytes += elements / part->element_count() * part->size();
    elements %= part->element_count();
    const TypeLayout* cut = nullptr;
    for (const StridedElementSequence& run : part->element_runs()) {
      const std::uint64_t each = run.element_layout->element_count();
      if (each == 0) continue;
      const std::uint64_t whole = std::min(run.count, elements / each);
      bytes += whole * run.element_layout->size();
      elements -= whole * each;
      if (whole < run.count) {
        cut = run.element_layout.get();
        break;
      }
    }
    part = cut;
  }
  return bytes;
}

}  // namespace switchyard::mpi
