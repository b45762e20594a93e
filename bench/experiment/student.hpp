#pragma once
/// \file student.hpp
/// Student's t-distribution, from which the confidence interval of a mean of few samples is
/// computed.

#include <cstddef>

namespace switchyard {

/// Returns the quantile of Student's distribution with `freedom` degrees of freedom. Needs: freedom > 0, and a
/// probability between 0 and 1.
double student_quantile(std::size_t freedom, double probability);

}  // namespace switchyard
