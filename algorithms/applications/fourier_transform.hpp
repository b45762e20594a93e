#pragma once
/// \file fourier_transform.hpp
/// Discrete Fourier transforms of one node's own data.
///
/// Source: M. Frigo, S. G. Johnson, "The design and implementation of FFTW3", Proc. IEEE 93 (2005); their library does
/// the work. A build without it refuses to make a transform.

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace switchyard {

/// False where this library was built without FFTW.
bool can_transform() noexcept;

/// Forward transforms in place, of float or double. Made and destroyed by any thread, one after another, as planning is
/// not safe for several; used by any number of threads at once.
template <class Real>
class FourierTransform {
 public:
  /// Of `rows` consecutive rows, each on its own.
  /// Throws: UsageError without FFTW.
  static FourierTransform of_rows(std::size_t rows, std::size_t length);
  /// Of a `size` x `size` array in both dimensions.
  static FourierTransform of_square(std::size_t size);

  /// Shape: as many elements as were asked for.
  void operator()(std::span<std::complex<Real>> data) const;

 private:
  explicit FourierTransform(std::shared_ptr<void> plan) : plan_(std::move(plan)) {}
  std::shared_ptr<void> plan_;
};

}  // namespace switchyard
