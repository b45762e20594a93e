#include "algorithms/applications/fft2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "algorithms/applications/fourier_transform.hpp"
#include "algorithms/applications/prepared_exchange.hpp"
#include "algorithms/matrix/generators.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kLargestArraySide =
    1U << 13U;  // the largest side of an array; 8192 x 8192 complex numbers take 1 GiB

/// The data of one distributed Fourier transform: the rows of all nodes, and the data that the nodes share.
template <class Real>
class DistributedTransform {
 public:
  using Complex = std::complex<Real>;

  DistributedTransform(const Machine& machine, const Algorithm& algorithm, std::uint32_t size,
                       const Fft2dOptions& options)
      : node_count_(machine.node_count()),
        array_side_length_(size),
        rows_per_node_(size / node_count_),
        row_transform_(FourierTransform<Real>::transform_of_rows(rows_per_node_, array_side_length_)),
        transpose_exchange_(machine, algorithm, complete(node_count_, block_bytes()), options.run.seed,
                            options.protocol),
        rows_of_each_node_(node_count_),
        computation_times_(node_count_),
        communication_times_(node_count_) {}

  void distribute_rows(std::span<const std::complex<double>> array) {
    for (std::size_t node = 0; node < node_count_; ++node) {
      const auto mine = array.subspan(node * elements_per_node(), elements_per_node());
      rows_of_each_node_[node].resize(elements_per_node());
      std::ranges::transform(mine, rows_of_each_node_[node].begin(), [](std::complex<double> z) { return Complex(z); });
    }
  }

  /// The node program of the Fourier transform: transforms the node's rows, exchanges blocks, and transforms the new
  /// rows.
  void transform_on_node(Node& self) {
    const VirtualTime start = self.now();
    transform_rows(self);
    copy_rows_and_spend_time(self, [&] { pack_blocks(self.id()); });
    const VirtualTime packed = self.now();
    transpose_exchange_.run_prepared_exchange(self);
    const VirtualTime exchanged = self.now();
    copy_rows_and_spend_time(self, [&] { unpack_blocks(self.id()); });
    transform_rows(self);
    computation_times_[index(self.id())] = (packed - start) + (self.now() - exchanged);
    communication_times_[index(self.id())] = exchanged - packed;
  }

  /// Returns the transform as one array. The transform lies transposed on the nodes, so each row that a node holds is a
  /// column of the result. The array is copied tile by tile, because a plain copy would jump from row to row with every
  /// element.
  ComplexArray gathered_transform() const {
    const std::size_t tile = std::min<std::size_t>(rows_per_node_, 32);
    ComplexArray result(std::size_t{array_side_length_} * array_side_length_);
    for (std::size_t left = 0; left < array_side_length_; left += tile) {
      for (std::size_t top = 0; top < array_side_length_; top += tile) {
        for (std::size_t column = left; column < left + tile; ++column) {
          const Complex* from =
              rows_of_each_node_[column / rows_per_node_].data() + column % rows_per_node_ * array_side_length_;
          for (std::size_t row = top; row < top + tile; ++row)
            result[row * array_side_length_ + column] = std::complex<double>(from[row]);
        }
      }
    }
    return result;
  }

  Fft2dResult make_result(RunReport report) const {
    return {.report = std::move(report),
            .transform = gathered_transform(),
            .phases = transpose_exchange_.phases(),
            .message_bytes = block_bytes(),
            .schedule_cost = transpose_exchange_.schedule_cost(),
            .computation_time = std::ranges::max(computation_times_),
            .communication_time = std::ranges::max(communication_times_)};
  }

 private:
  std::size_t elements_per_node() const noexcept { return std::size_t{rows_per_node_} * array_side_length_; }
  std::uint64_t block_bytes() const noexcept {
    return std::uint64_t{rows_per_node_} * rows_per_node_ * sizeof(Complex);
  }
  Complex* first_element_of_block(NodeId node, std::uint32_t column_block) {
    return rows_of_each_node_[index(node)].data() + std::size_t{column_block} * rows_per_node_;
  }

  void transform_rows(Node& self) {
    const auto operations = 5 * static_cast<std::int64_t>(elements_per_node()) * std::countr_zero(array_side_length_);
    self.compute(self.rates().flop * operations, [&] { row_transform_(rows_of_each_node_[index(self.id())]); });
  }

  template <class Work>
  void copy_rows_and_spend_time(Node& self, Work work) {
    self.compute(self.rates().copy * (elements_per_node() * sizeof(Complex)), work);
  }

  /// Fills the messages that a node sends. Each block is transposed while it is copied, so that the receiver gets
  /// complete rows. The node's own block is transposed in place.
  void pack_blocks(NodeId node) {
    for (std::uint32_t other = 0; other < node_count_; ++other) {
      if (NodeId{other} == node) {
        transpose_in_place(first_element_of_block(node, other));
      } else {
        transpose_into_message(first_element_of_block(node, other),
                               transpose_exchange_.bytes_to_send(node, NodeId{other}).data());
      }
    }
  }

  void transpose_in_place(Complex* block) const {
    for (std::size_t row = 0; row < rows_per_node_; ++row) {
      for (std::size_t column = 0; column < row; ++column) {
        std::swap(block[row * array_side_length_ + column], block[column * array_side_length_ + row]);
      }
    }
  }

  void transpose_into_message(const Complex* block, std::byte* message) const {
    for (std::size_t column = 0; column < rows_per_node_; ++column) {
      for (std::size_t row = 0; row < rows_per_node_; ++row, message += sizeof(Complex)) {
        std::memcpy(message, &block[row * array_side_length_ + column], sizeof(Complex));
      }
    }
  }

  void unpack_blocks(NodeId node) {
    const std::size_t run = rows_per_node_ * sizeof(Complex);
    for (std::uint32_t other = 0; other < node_count_; ++other) {
      if (NodeId{other} == node) continue;
      const std::byte* message = transpose_exchange_.received_bytes(NodeId{other}, node).data();
      Complex* block = first_element_of_block(node, other);
      for (std::size_t row = 0; row < rows_per_node_; ++row)
        std::memcpy(block + row * array_side_length_, message + row * run, run);
    }
  }

  std::uint32_t node_count_, array_side_length_, rows_per_node_;
  FourierTransform<Real> row_transform_;
  PreparedExchange transpose_exchange_;
  std::vector<std::vector<Complex>> rows_of_each_node_;
  // The times that each node spends in computation and in communication; node i alone writes entry i.
  std::vector<Duration> computation_times_, communication_times_;
};

template <class Real>
Fft2dResult run_fft2d_with_precision(const Machine& machine, const Algorithm& algorithm, std::uint32_t size,
                                     std::span<const std::complex<double>> array, const Fft2dOptions& options) {
  DistributedTransform<Real> transform(machine, algorithm, size, options);
  transform.distribute_rows(array);
  return transform.make_result(run(
      machine, [&](Node& self) { transform.transform_on_node(self); }, options.run));
}

}  // namespace

void check_fft2d_size(std::uint32_t size, std::uint32_t nodes) {
  if (!std::has_single_bit(size) || size > kLargestArraySide) {
    throw UsageError(fmt::format("an array of {0} x {0} is none that fft2d takes; use a power of two up to {1}", size,
                                 kLargestArraySide));
  }
  if (!std::has_single_bit(nodes)) {
    throw UsageError(fmt::format("fft2d needs a power of two of nodes, not {}", nodes));
  }
  if (size % nodes != 0) {
    throw UsageError(fmt::format("{} rows cannot be dealt out evenly to {} nodes", size, nodes),
                     "use a multiple of the nodes");
  }
}

Fft2dResult fft2d(const Machine& machine, const Algorithm& algorithm, std::uint32_t size,
                  std::span<const std::complex<double>> array, const Fft2dOptions& options) {
  check_fft2d_size(size, machine.node_count());
  return options.precision == Precision::single_precision
             ? run_fft2d_with_precision<float>(machine, algorithm, size, array, options)
             : run_fft2d_with_precision<double>(machine, algorithm, size, array, options);
}

ComplexArray run_fft2d_serially(std::uint32_t size, std::span<const std::complex<double>> array) {
  ComplexArray result(array.begin(), array.end());
  FourierTransform<double>::transform_of_square_array(size)(result);
  return result;
}

ComplexArray random_complex_array(std::uint32_t size, std::uint64_t seed) {
  Rng rng(seed);
  ComplexArray array(std::size_t{size} * size);
  for (auto& element : array) {
    const double real = 2 * rng.unit() - 1;
    element = {real, 2 * rng.unit() - 1};
  }
  return array;
}

double relative_error(std::span<const std::complex<double>> found, std::span<const std::complex<double>> reference) {
  double difference = 0;
  double largest = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double here = std::abs(found[i] - reference[i]);
    // a difference that is not a number (NaN) also fails the comparison and is kept, so that the result shows it
    if (!(here <= difference)) difference = here;
    largest = std::max(largest, std::abs(reference[i]));
  }
  return largest > 0 ? difference / largest : difference;
}

}  // namespace switchyard
