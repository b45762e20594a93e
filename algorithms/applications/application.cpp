#include "algorithms/applications/application.hpp"

#include <fmt/format.h>

#include "runtime/error.hpp"

namespace switchyard {

double error_or_throw_if_above_limit(double error, double most) {
  // an error that is not a number (NaN) fails this comparison, and so is refused as well
  if (error <= most) return error;
  throw DataError(fmt::format("the result differs from a serial run by {:.3g}, which is more than {:g}", error, most));
}

}  // namespace switchyard
