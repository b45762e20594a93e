#include "algorithms/applications/fft2d.hpp"

#include <gtest/gtest.h>

#include "algorithms/applications/fourier_transform.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/error.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

const Algorithm& shipped_algorithm(const std::string& name) {
  static const Catalogue catalogue = shipped_algorithms();
  return catalogue.find("test", name);
}

class Fft2d : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_fft_library()) GTEST_SKIP() << "built without FFTW";
  }
};

/// Computes every element of a two-dimensional Fourier transform from the definition, by size^4 operations. So it suits
/// small arrays only.
ComplexArray transform_by_definition(std::uint32_t size, const ComplexArray& array) {
  const auto root = [size](std::uint64_t k) {
    return std::polar(1.0, -2 * 3.14159265358979323846 * static_cast<double>(k % size) / size);
  };
  ComplexArray result(array.size());
  for (std::uint64_t u = 0; u < size; ++u) {
    for (std::uint64_t v = 0; v < size; ++v) {
      for (std::uint64_t i = 0; i < size; ++i) {
        for (std::uint64_t j = 0; j < size; ++j) result[u * size + v] += array[i * size + j] * root(u * i + v * j);
      }
    }
  }
  return result;
}

TEST_F(Fft2d, IsWhatTheDefinitionSays) {
  const ComplexArray array = random_complex_array(8, 3);
  const ComplexArray expected = transform_by_definition(8, array);
  EXPECT_LT(relative_error(run_fft2d_serially(8, array), expected), 1e-12);
  EXPECT_LT(
      relative_error(fft2d(machines::ipsc860({.nodes = 4}), shipped_algorithm("lp"), 8, array).transform, expected),
      1e-12);
}

TEST_F(Fft2d, EqualsTheSerialOneForEveryExchangeOnEveryExecutorAndClock) {
  for (const std::uint32_t nodes : {2U, 4U, 8U}) {
    for (const std::uint32_t size : {16U, 64U}) {
      const ComplexArray array = random_complex_array(size, size + nodes);
      const ComplexArray expected = run_fft2d_serially(size, array);
      for (const char* name : {"ac", "ac_unposted", "lp", "rs_nl", "pex", "bex", "rex", "lex"}) {
        for (const ExecutorKind executor : executors_under_test()) {
          for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::off}) {
            const Fft2dOptions options{.run = {.clock = clock, .executor = executor}};
            const auto found =
                fft2d(machines::ipsc860({.nodes = nodes}), shipped_algorithm(name), size, array, options);
            EXPECT_LT(relative_error(found.transform, expected), 1e-10) << name << ' ' << nodes << ' ' << size;
          }
        }
      }
    }
  }
}

TEST_F(Fft2d, TakesTheSameVirtualTimeOnEveryExecutor) {
  const ComplexArray array = random_complex_array(64, 1);
  std::vector<RunReport> reports;
  for (const ExecutorKind executor : executors_under_test()) {
    reports.push_back(
        fft2d(machines::cm5({.nodes = 8}), shipped_algorithm("bex"), 64, array, {.run = {.executor = executor}})
            .report);
    expect_equal_runs(reports.front(), reports.back());
  }
}

TEST_F(Fft2d, InSinglePrecisionSends8BytesAnElementAndIsLessExact) {
  const ComplexArray array = random_complex_array(64, 1);
  const Machine machine = machines::cm5({.nodes = 4});
  const auto single = fft2d(machine, shipped_algorithm("pex"), 64, array, {.precision = Precision::single_precision});
  const auto twice = fft2d(machine, shipped_algorithm("pex"), 64, array);
  // For N x N elements on p nodes, a message has (N/p)^2 elements of 8 bytes.
  EXPECT_EQ(single.message_bytes, 16U * 16U * 8U);
  EXPECT_EQ(twice.message_bytes, 2 * single.message_bytes);
  EXPECT_EQ(single.report.network.payload_bytes, 4U * 3U * single.message_bytes);
  const ComplexArray expected = run_fft2d_serially(64, array);
  EXPECT_LT(relative_error(single.transform, expected), 1e-5);
  EXPECT_GT(relative_error(single.transform, expected), 1e-10);
}

TEST_F(Fft2d, ChargesFiveNLogNOperationsARowAndTwoCopies) {
  const ComplexArray array = random_complex_array(64, 1);
  const Machine machine = machines::ipsc860({.nodes = 4, .drift_on = false});
  const auto result = fft2d(machine, shipped_algorithm("lp"), 64, array);
  const ProcessorRates rates = machine.model().rates();
  // Each of the 4 nodes has 16 rows of 64 elements. For two passes over its rows, a node takes 2 x 16 x 5 x 64 x 6
  // floating-point operations and copies 2 x 16 x 64 x 16 bytes.
  EXPECT_EQ(result.computation_time, rates.flop * 61'440 + rates.copy * 32'768U);
  EXPECT_EQ(result.report.makespan, result.computation_time + result.communication_time);
}

TEST_F(Fft2d, OneNodeNeedsNoExchange) {
  const ComplexArray array = random_complex_array(16, 1);
  const auto result = fft2d(machines::ipsc860({.nodes = 1}), shipped_algorithm("lp"), 16, array);
  EXPECT_LT(relative_error(result.transform, run_fft2d_serially(16, array)), 1e-12);
  EXPECT_EQ(result.report.network.messages, 0U);
}

TEST_F(Fft2d, RefusesSizesThatCannotBeDividedAmongTheNodes) {
  const ComplexArray array = random_complex_array(24, 1);
  EXPECT_THROW(fft2d(machines::ipsc860({.nodes = 4}), shipped_algorithm("lp"), 24, array), UsageError);
  EXPECT_THROW(fft2d(machines::ipsc860({.nodes = 64}), shipped_algorithm("lp"), 16, array), UsageError);
}

}  // namespace
}  // namespace switchyard
