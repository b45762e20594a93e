#pragma once
/// \file student.hpp
/// Student's t-distribution, which gives the confidence interval of a mean of few samples.

#include <cstddef>

namespace switchyard {

/// Returns the quantile of Student's t-distribution for the probability `probability`; `freedom` is the number of
/// degrees of freedom. Needs: freedom > 0 and 0 < probability < 1.
double student_t_quantile(std::size_t freedom, double probability);

}  // namespace switchyard
