#include "algorithms/applications/fourier_transform.hpp"

#include <fftw3.h>

#include <array>
#include <mutex>
#include <new>
#include <vector>

namespace switchyard {
namespace {

// The flags with which FFTW plans are made. FFTW_UNALIGNED is set because a plan must also work on arrays other than
// the array it was made with. FFTW_ESTIMATE is set because planning without measuring times gives the same plan in
// every run.
constexpr unsigned kFftwPlanFlags = FFTW_ESTIMATE | FFTW_UNALIGNED;

/// The names of the types and functions of the FFTW library for one precision, which is `double` or `float`.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static constexpr auto make_plan_of_many_transforms = fftw_plan_many_dft;
  static constexpr auto destroy = fftw_destroy_plan;
  static constexpr auto execute = fftw_execute_dft;
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static constexpr auto make_plan_of_many_transforms = fftwf_plan_many_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto execute = fftwf_execute_dft;
};

std::mutex& planner_mutex() {
  static std::mutex mutex;
  return mutex;
}

template <class Real>
typename Fftw<Real>::Complex* as_fftw(std::complex<Real>* data) {
  // The C++ standard guarantees that std::complex has the layout of FFTW's complex type.
  return reinterpret_cast<typename Fftw<Real>::Complex*>(data);
}

/// Makes an FFTW plan for the transforms of `count` consecutive arrays, which all have the extents `extents`.
template <class Real>
std::shared_ptr<void> make_fourier_plan(std::span<const int> extents, std::size_t count) {
  std::size_t each = 1;
  for (const int extent : extents) each *= static_cast<std::size_t>(extent);
  std::vector<std::complex<Real>> sample(each * count);
  const std::lock_guard lock(planner_mutex());
  const auto plan = Fftw<Real>::make_plan_of_many_transforms(
      static_cast<int>(extents.size()), extents.data(), static_cast<int>(count), as_fftw(sample.data()), nullptr, 1,
      static_cast<int>(each), as_fftw(sample.data()), nullptr, 1, static_cast<int>(each), FFTW_FORWARD, kFftwPlanFlags);
  if (plan == nullptr) throw std::bad_alloc();
  return {plan, [](void* made) {
            const std::lock_guard destroying(planner_mutex());
            Fftw<Real>::destroy(static_cast<typename Fftw<Real>::Plan>(made));
          }};
}

}  // namespace

bool has_fft_library() noexcept { return true; }

template <class Real>
FourierTransform<Real> FourierTransform<Real>::transform_of_rows(std::size_t rows, std::size_t length) {
  return FourierTransform(make_fourier_plan<Real>(std::array{static_cast<int>(length)}, rows));
}

template <class Real>
FourierTransform<Real> FourierTransform<Real>::transform_of_square_array(std::size_t size) {
  return FourierTransform(make_fourier_plan<Real>(std::array{static_cast<int>(size), static_cast<int>(size)}, 1));
}

template <class Real>
void FourierTransform<Real>::operator()(std::span<std::complex<Real>> data) const {
  Fftw<Real>::execute(static_cast<typename Fftw<Real>::Plan>(fftw_plan_.get()), as_fftw(data.data()),
                      as_fftw(data.data()));
}

template class FourierTransform<float>;
template class FourierTransform<double>;

}  // namespace switchyard
