#pragma once
/// \file fourier_transform.hpp
/// Discrete Fourier transforms of one node's own data.
///
/// Source: M. Frigo, S. G. Johnson, "The design and implementation of FFTW3", Proc. IEEE 93 (2005); the FFTW library
/// does the work. A build without FFTW refuses to make a transform.

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace switchyard {

/// Returns whether this build can make Fourier transforms: false if it was built without FFTW.
bool has_fft_library() noexcept;

/// A forward Fourier transform that works in place, on complex numbers of float or double. Several threads may use one
/// FourierTransform at once. Making and destroying transforms takes a lock, because FFTW's planner is not thread-safe.
template <class Real>
class FourierTransform {
 public:
  /// Makes a one-dimensional transform that is applied to each of `rows` consecutive rows of `length` elements.
  /// Throws: UsageError in a build without FFTW.
  static FourierTransform transform_of_rows(std::size_t rows, std::size_t length);
  /// Makes a two-dimensional transform of a `size` x `size` array.
  static FourierTransform transform_of_square_array(std::size_t size);

  /// Computes the Fourier transform of `data` in place. Shape: `data` has as many elements as the transform was made
  /// for.
  void operator()(std::span<std::complex<Real>> data) const;

 private:
  explicit FourierTransform(std::shared_ptr<void> plan) : fftw_plan_(std::move(plan)) {}
  std::shared_ptr<void> fftw_plan_;
};

}  // namespace switchyard
