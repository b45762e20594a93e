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

constexpr std::uint32_t kLargestSize = 1U << 13U;  // side of an array of 8192 x 8192 complex numbers, which takes 1 GiB

/// The data of one distributed transform: the rows of all nodes, and the data that the nodes share.
template <class Real>
class DistributedTransform {
 public:
  using Complex = std::complex<Real>;

  DistributedTransform(const Machine& machine, const Algorithm& algorithm, std::uint32_t size,
                       const Fft2dOptions& options)
      : nodes_(machine.node_count()),
        size_(size),
        rows_(size / nodes_),
        row_transform_(FourierTransform<Real>::transform_of_rows(rows_, size_)),
        exchange_(machine, algorithm, complete(nodes_, block_bytes()), options.run.seed, options.protocol),
        strips_(nodes_),
        computation_times_(nodes_),
        communication_times_(nodes_) {}

  void distribute_rows(std::span<const std::complex<double>> array) {
    for (std::size_t node = 0; node < nodes_; ++node) {
      const auto mine = array.subspan(node * strip_size(), strip_size());
      strips_[node].resize(strip_size());
      std::ranges::transform(mine, strips_[node].begin(), [](std::complex<double> z) { return Complex(z); });
    }
  }

  /// The node program: transforms the node's rows, exchanges blocks, and transforms the new rows.
  void transform_on_node(Node& self) {
    const VirtualTime start = self.now();
    transform_rows(self);
    copy_rows_and_spend_time(self, [&] { pack_blocks(self.id()); });
    const VirtualTime packed = self.now();
    exchange_.run_prepared_exchange(self);
    const VirtualTime exchanged = self.now();
    copy_rows_and_spend_time(self, [&] { unpack_blocks(self.id()); });
    transform_rows(self);
    computation_times_[index(self.id())] = (packed - start) + (self.now() - exchanged);
    communication_times_[index(self.id())] = exchanged - packed;
  }

  /// Returns the transform as one array. Each row that a node holds is a column of the result. The
  /// array is copied tile by tile, because a plain copy would jump from row to row with every
  /// element.
  ComplexArray gathered_transform() const {
    const std::size_t tile = std::min<std::size_t>(rows_, 32);
    ComplexArray result(std::size_t{size_} * size_);
    for (std::size_t left = 0; left < size_; left += tile) {
      for (std::size_t top = 0; top < size_; top += tile) {
        for (std::size_t column = left; column < left + tile; ++column) {
          const Complex* from = strips_[column / rows_].data() + column % rows_ * size_;
          for (std::size_t row = top; row < top + tile; ++row)
            result[row * size_ + column] = std::complex<double>(from[row]);
        }
      }
    }
    return result;
  }

  Fft2dResult result(RunReport report) const {
    return {.report = std::move(report),
            .transform = gathered_transform(),
            .phases = exchange_.phases(),
            .message_bytes = block_bytes(),
            .schedule_cost = exchange_.schedule_cost(),
            .computation = std::ranges::max(computation_times_),
            .communication = std::ranges::max(communication_times_)};
  }

 private:
  std::size_t strip_size() const noexcept { return std::size_t{rows_} * size_; }
  std::uint64_t block_bytes() const noexcept { return std::uint64_t{rows_} * rows_ * sizeof(Complex); }
  Complex* block_of(NodeId node, std::uint32_t column_block) {
    return strips_[index(node)].data() + std::size_t{column_block} * rows_;
  }

  void transform_rows(Node& self) {
    const auto operations = 5 * static_cast<std::int64_t>(strip_size()) * std::countr_zero(size_);
    self.compute(self.rates().flop * operations, [&] { row_transform_(strips_[index(self.id())]); });
  }

  template <class Work>
  void copy_rows_and_spend_time(Node& self, Work work) {
    self.compute(self.rates().copy * (strip_size() * sizeof(Complex)), work);
  }

  /// Fills the messages that a node sends. Each block is transposed while it is copied, so that the receiver gets
  /// complete rows. The node's own block is transposed in place.
  void pack_blocks(NodeId node) {
    for (std::uint32_t other = 0; other < nodes_; ++other) {
      if (NodeId{other} == node) {
        transpose_in_place(block_of(node, other));
      } else {
        transpose_into_message(block_of(node, other), exchange_.bytes_to_send(node, NodeId{other}).data());
      }
    }
  }

  void transpose_in_place(Complex* block) const {
    for (std::size_t row = 0; row < rows_; ++row) {
      for (std::size_t column = 0; column < row; ++column) {
        std::swap(block[row * size_ + column], block[column * size_ + row]);
      }
    }
  }

  void transpose_into_message(const Complex* block, std::byte* message) const {
    for (std::size_t column = 0; column < rows_; ++column) {
      for (std::size_t row = 0; row < rows_; ++row, message += sizeof(Complex)) {
        std::memcpy(message, &block[row * size_ + column], sizeof(Complex));
      }
    }
  }

  void unpack_blocks(NodeId node) {
    const std::size_t run = rows_ * sizeof(Complex);
    for (std::uint32_t other = 0; other < nodes_; ++other) {
      if (NodeId{other} == node) continue;
      const std::byte* message = exchange_.received_bytes(NodeId{other}, node).data();
      Complex* block = block_of(node, other);
      for (std::size_t row = 0; row < rows_; ++row) std::memcpy(block + row * size_, message + row * run, run);
    }
  }

  std::uint32_t nodes_, size_, rows_;
  FourierTransform<Real> row_transform_;
  PreparedExchange exchange_;
  std::vector<std::vector<Complex>> strips_;
  // The times that each node spends in computation and in communication; node i alone writes entry i.
  std::vector<Duration> computation_times_, communication_times_;
};

template <class Real>
Fft2dResult run_transform(const Machine& machine, const Algorithm& algorithm, std::uint32_t size,
                          std::span<const std::complex<double>> array, const Fft2dOptions& options) {
  DistributedTransform<Real> transform(machine, algorithm, size, options);
  transform.distribute_rows(array);
  return transform.result(run(
      machine, [&](Node& self) { transform.transform_on_node(self); }, options.run));
}

}  // namespace

void check_fft2d_size(std::uint32_t size, std::uint32_t nodes) {
  if (!std::has_single_bit(size) || size > kLargestSize) {
    throw UsageError(fmt::format("an array of {0} x {0} is none that fft2d takes; use a power of two up to {1}", size,
                                 kLargestSize));
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
             ? run_transform<float>(machine, algorithm, size, array, options)
             : run_transform<double>(machine, algorithm, size, array, options);
}

ComplexArray serial_fft2d(std::uint32_t size, std::span<const std::complex<double>> array) {
  ComplexArray result(array.begin(), array.end());
  FourierTransform<double>::transform_of_square(size)(result);
  return result;
}

ComplexArray random_array(std::uint32_t size, std::uint64_t seed) {
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
    if (!(here <= difference)) difference = here;  // this keeps a difference that is not a number (NaN), too
    largest = std::max(largest, std::abs(reference[i]));
  }
  return largest > 0 ? difference / largest : difference;
}

}  // namespace switchyard
