#include "bench/experiment/fft2d_application.hpp"

#include <fmt/format.h>

#include <utility>

namespace switchyard {
namespace {

class Fft2dTrial final : public ApplicationTrial {
 public:
  Fft2dTrial(Machine machine, std::uint32_t size, Precision precision, bool check, std::uint64_t seed)
      : machine_(std::move(machine)), size_(size), precision_(precision), local_array_(random_array(size, seed)) {
    if (check) expected_array_ = serial_fft2d(size, local_array_);
  }

  ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                             std::optional<Protocol> protocol) const override {
    Fft2dResult result = fft2d(machine_, algorithm, size_, local_array_,
                               {.run = options, .precision = precision_, .protocol = protocol});
    return {.report = std::move(result.report),
            .phases = result.phases,
            .message_bytes = result.message_bytes,
            .schedule = result.schedule_cost,
            .computation = result.computation,
            .communication = result.communication,
            .error = error_against_expected_transform(result)};
  }

 private:
  std::optional<double> error_against_expected_transform(const Fft2dResult& result) const {
    if (!expected_array_) return std::nullopt;
    return error_checked_against_limit(relative_error(result.transform, *expected_array_),
                                       precision_ == Precision::single_precision ? 1e-5 : 1e-10);
  }

  Machine machine_;
  std::uint32_t size_;
  Precision precision_;
  ComplexArray local_array_;
  std::optional<ComplexArray> expected_array_;
};

}  // namespace

std::string Fft2dApplication::problem_description() const {
  return fmt::format("{0} x {0} array, {1}", size_,
                     precision_ == Precision::single_precision ? "single precision, 8 bytes an element"
                                                               : "double precision, 16 bytes an element");
}

std::unique_ptr<ApplicationTrial> Fft2dApplication::make_application_trial(std::uint64_t seed) const {
  return std::make_unique<Fft2dTrial>(machine_, size_, precision_, check_, seed);
}

}  // namespace switchyard
