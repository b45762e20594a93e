#include "bench/experiment/student.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace switchyard {

double student_t_quantile(std::size_t freedom, double probability) {
  return boost::math::quantile(boost::math::students_t(static_cast<double>(freedom)), probability);
}

}  // namespace switchyard
