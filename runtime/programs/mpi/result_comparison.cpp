/// \file result_comparison.cpp
/// Compares results of reduction functions of programs.

#include "runtime/programs/mpi/result_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace switchyard::mpi {
namespace {

/// Compares two results of a reduction function element by element, beginning at their first bytes.
class ResultComparison {
 public:
  ResultComparison(const std::byte* a, const std::byte* b)
      : position_in_first_result_(a), position_in_second_result_(b) {}

  void compare_next_values_of_results(const TypeLayout& type) {
    if (const auto uniform = type.uniform_type()) return compare_elements(*uniform, type.element_count());
    for (const StridedElementSequence& run : type.element_runs()) {
      for (std::uint64_t i = 0; i < run.count; ++i) compare_next_values_of_results(*run.element_layout);
    }
  }
  bool are_compared_results_different() const noexcept {
    // Rounding errors are relative to the numbers that were added up, which may be larger than their sum.
    constexpr double kTolerance = 1e-3;
    return are_nonfloating_values_different_ || largest_difference_ > kTolerance * largest_magnitude_;
  }

 private:
  void compare_elements(NamedType type, std::uint64_t count) {
    const NamedTypeFacts& facts = named_type_facts_of(type);
    const std::size_t bytes = count * facts.size;
    switch (facts.type_class) {
      case TypeClass::floating_point:
        compare_reals(facts.size, count);
        break;
      case TypeClass::complex:
        compare_reals(facts.size / 2U, 2 * count);
        break;
      case TypeClass::c_integer:
      case TypeClass::fortran_integer:
      case TypeClass::logical:
      case TypeClass::multi_language:
        are_nonfloating_values_different_ |=
            std::memcmp(position_in_first_result_, position_in_second_result_, bytes) != 0;
        break;
      case TypeClass::byte:
      case TypeClass::pair:
      case TypeClass::none:
        break;
    }
    position_in_first_result_ += bytes;
    position_in_second_result_ += bytes;
  }
  void compare_reals(std::size_t size, std::uint64_t count) {
    if (size == sizeof(float)) return compare_reals_of_type<float>(count);
    if (size == sizeof(double)) return compare_reals_of_type<double>(count);
  }
  template <class Real>
  void compare_reals_of_type(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
      Real a, b;
      std::memcpy(&a, position_in_first_result_ + i * sizeof a, sizeof a);
      std::memcpy(&b, position_in_second_result_ + i * sizeof b, sizeof b);
      if (!std::isfinite(a) || !std::isfinite(b)) continue;
      largest_difference_ = std::max(largest_difference_, std::abs(static_cast<double>(a) - static_cast<double>(b)));
      largest_magnitude_ =
          std::max({largest_magnitude_, std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b))});
    }
  }

  const std::byte* position_in_first_result_;
  const std::byte* position_in_second_result_;
  bool are_nonfloating_values_different_ = false;
  double largest_difference_ = 0, largest_magnitude_ = 0;  ///< of the floating-point numbers
};

}  // namespace

bool are_results_different(const std::byte* a, const std::byte* b, std::size_t count, const TypeLayout& type) {
  ResultComparison comparison(a, b);
  for (std::size_t i = 0; i < count; ++i) comparison.compare_next_values_of_results(type);
  return comparison.are_compared_results_different();
}

}  // namespace switchyard::mpi
