#include "algorithms/applications/fourier_transform.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

[[noreturn]] void refuse() {
  throw UsageError("fft2d: this build lacks FFTW", "install libfftw3-dev, then configure and build again");
}

}  // namespace

bool has_fft_library() noexcept { return false; }

template <class Real>
FourierTransform<Real> FourierTransform<Real>::transform_of_rows(std::size_t, std::size_t) {
  refuse();
}

template <class Real>
FourierTransform<Real> FourierTransform<Real>::transform_of_square_array(std::size_t) {
  refuse();
}

template <class Real>
void FourierTransform<Real>::operator()(std::span<std::complex<Real>>) const {
  refuse();
}

template class FourierTransform<float>;
template class FourierTransform<double>;

}  // namespace switchyard
