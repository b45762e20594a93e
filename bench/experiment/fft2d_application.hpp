#pragma once
/// \file fft2d_application.hpp
/// The application of `--application fft2d`, a two-dimensional FFT: see algorithms/applications/fft2d.hpp.

#include "algorithms/applications/application.hpp"
#include "algorithms/applications/fft2d.hpp"

namespace switchyard {

class Fft2dApplication final : public Application {
 public:
  /// Makes the application for an array of `array_size` x `array_size` elements. With `check`, each result is compared
  /// with that of a serial FFT; the relative error may be at most 1e-10 in double precision and 1e-5 in single
  /// precision.
  Fft2dApplication(Machine machine, std::uint32_t array_size, Precision precision, bool check)
      : machine_(std::move(machine)),
        array_size_(array_size),
        precision_(precision),
        compares_with_serial_transform_(check) {}

  std::string name() const override { return "fft2d"; }
  std::string problem_description() const override;
  std::string size() const override { return std::to_string(array_size_); }
  std::unique_ptr<ApplicationInput> make_application_input(std::uint64_t seed) const override;

 private:
  Machine machine_;
  std::uint32_t array_size_;
  Precision precision_;
  bool compares_with_serial_transform_;
};

}  // namespace switchyard
