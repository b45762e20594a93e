#include "bench/experiment/fft2d_application.hpp"

#include <fmt/format.h>

#include <utility>

namespace switchyard {
namespace {

class Fft2dTrial final : public ApplicationInput {
 public:
  Fft2dTrial(Machine machine, std::uint32_t size, Precision precision, bool check, std::uint64_t seed)
      : machine_(std::move(machine)),
        array_size_(size),
        precision_(precision),
        input_array_(random_complex_array(size, seed)) {
    if (check) expected_transform_ = run_fft2d_serially(size, input_array_);
  }

  ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                             std::optional<Protocol> protocol) const override {
    Fft2dResult result = fft2d(machine_, algorithm, array_size_, input_array_,
                               {.run = options, .precision = precision_, .protocol = protocol});
    return {.report = std::move(result.report),
            .phases = result.phases,
            .message_bytes = result.message_bytes,
            .schedule = result.schedule_cost,
            .computation_time = result.computation_time,
            .communication_time = result.communication_time,
            .error = error_against_expected_transform(result)};
  }

 private:
  std::optional<double> error_against_expected_transform(const Fft2dResult& result) const {
    if (!expected_transform_) return std::nullopt;
    return error_or_throw_if_above_limit(relative_error(result.transform, *expected_transform_),
                                         precision_ == Precision::single_precision ? 1e-5 : 1e-10);
  }

  Machine machine_;
  std::uint32_t array_size_;
  Precision precision_;
  ComplexArray input_array_;
  std::optional<ComplexArray> expected_transform_;
};

}  // namespace

std::string Fft2dApplication::problem_description() const {
  return fmt::format("{0} x {0} array, {1}", array_size_,
                     precision_ == Precision::single_precision ? "single precision, 8 bytes an element"
                                                               : "double precision, 16 bytes an element");
}

std::unique_ptr<ApplicationInput> Fft2dApplication::make_application_input(std::uint64_t seed) const {
  return std::make_unique<Fft2dTrial>(machine_, array_size_, precision_, compares_with_serial_transform_, seed);
}

}  // namespace switchyard
