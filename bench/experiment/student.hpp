#pragma once
/// \file student.hpp
/// Student's t-distribution, which gives the confidence interval of a mean of few samples.

#include <cstddef>

namespace switchyard {

/// Returns the quantile for `probability` of Student's t-distribution with `freedom` degrees of freedom. Needs: freedom
/// > 0 and 0 < probability < 1.
double student_t_quantile(std::size_t freedom, double probability);

}  // namespace switchyard
