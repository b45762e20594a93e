#pragma once
/// \file student.hpp
/// Student's distribution, by which a mean of few samples has its confidence interval.

#include <cstddef>

namespace switchyard {

/// Returns the quantile of Student's distribution with `freedom` degrees of freedom. Needs: freedom > 0, and a
/// probability between 0 and 1.
double student_quantile(std::size_t freedom, double probability);

}  // namespace switchyard
