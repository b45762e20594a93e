#pragma once
/// \file fft2d.hpp
/// Two-dimensional Fourier transform of an N x N array that is distributed by rows over p nodes: each node transforms
/// its rows, a complete exchange transposes the array, and each node transforms its new rows.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 3.5, table 5: (N/p)^2 elements of 8 bytes from each node to each other, one exchange.
/// Departs from the paper: the time of the nodes' work follows from the machine's rates, for 5 N log2 N floating-point
/// operations a row and one copy of all rows before and after the exchange. As in the paper, the result stays
/// transposed on the nodes.

#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// The floating-point type in which the nodes compute. It also determines how many message bytes an array element
/// takes.
enum class Precision : std::uint8_t {
  single_precision,  ///< 8 bytes for each complex element, as in the paper
  double_precision,  ///< 16 bytes for each complex element
};

struct Fft2dOptions {
  RunOptions run = {};
  Precision precision = Precision::double_precision;
  /// protocol of the messages; if empty, the algorithm's own protocol
  std::optional<Protocol> protocol = std::nullopt;
};

/// A square array of complex numbers, stored row by row.
using ComplexArray = std::vector<std::complex<double>>;

struct Fft2dResult {
  RunReport report;
  ComplexArray transform;  ///< the Fourier transform, gathered from the nodes and transposed back
  /// number of phases of the exchange's schedule; 0 if the algorithm makes no schedule
  std::uint32_t phases = 0;
  std::uint64_t message_bytes = 0;  ///< size in bytes of each message of the exchange
  Duration schedule_cost{};         ///< time for making the schedule on one node; the schedule is made before the run
  Duration computation_time{};      ///< time for transforms and copying; maximum over the nodes
  Duration communication_time{};    ///< time in the exchange, waiting included; maximum over the nodes
};

/// Checks the side of the array and the number of nodes of a two-dimensional Fourier transform. Throws UsageError
/// unless both are powers of two, and `size` is at most 8192 and a multiple of `nodes`.
void check_fft2d_size(std::uint32_t size, std::uint32_t nodes);

/// Computes the two-dimensional Fourier transform of `array` on the nodes of the machine.
/// Shape:  `array` has size * size elements.
/// Throws: UsageError for a size that check_fft2d_size() refuses, if the algorithm cannot run on this machine, or in a
///         build without FFTW. Also throws what run() throws.
Fft2dResult fft2d(const Machine& machine, const Algorithm& algorithm, std::uint32_t size,
                  std::span<const std::complex<double>> array, const Fft2dOptions& options = {});

/// Computes the Fourier transform of a square array on one processor, by one two-dimensional FFT.
ComplexArray run_fft2d_serially(std::uint32_t size, std::span<const std::complex<double>> array);

/// Returns a random array of `size` x `size` complex numbers, whose real and imaginary parts are uniform in [-1, 1).
ComplexArray random_complex_array(std::uint32_t size, std::uint64_t seed);

/// Returns the error of an array: the largest difference between two corresponding elements of `found` and `reference`,
/// divided by the largest absolute value in `reference`.
double relative_error(std::span<const std::complex<double>> found, std::span<const std::complex<double>> reference);

}  // namespace switchyard
