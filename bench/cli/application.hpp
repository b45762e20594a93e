#pragma once
/// \file application.hpp
/// Whole programs whose exchanges an algorithm of the catalogue carries out, as the command line sees them.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "algorithms/catalogue.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard::cli {

/// One run of an application.
struct ApplicationMeasurement {
  RunReport report;
  std::uint32_t phases = 0;         ///< of one exchange; 0 without a schedule
  std::uint64_t message_bytes = 0;  ///< the largest one of an exchange
  Duration schedule{};              ///< made once, before the run; on one node
  Duration computation{};           ///< maximum over the nodes
  Duration communication{};         ///< waiting included; maximum over the nodes
  std::optional<std::uint64_t> iterations = std::nullopt;
  std::optional<double> residual = std::nullopt;  ///< relative to the first
  std::optional<double> error = std::nullopt;     ///< against a serial run, where that was asked for
};

/// One set of data, which several algorithms work on.
class ApplicationTrial {
 public:
  virtual ~ApplicationTrial() = default;
  /// Throws: UsageError if the algorithm cannot run here or the data are wrong, DataError if the result is, and what
  /// switchyard::run() throws.
  virtual ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                                     std::optional<Protocol> protocol) const = 0;
};

/// Immutable; outlives its trials.
class Application {
 public:
  virtual ~Application() = default;
  virtual std::string name() const = 0;
  virtual std::string problem() const = 0;  ///< "1024 x 1024, double precision"
  virtual std::string size() const = 0;     ///< the same in one word, for programs
  virtual std::unique_ptr<ApplicationTrial> trial(std::uint64_t seed) const = 0;
};

/// The error, once it has been looked at. Throws DataError if it is above `most`.
double accepted_error(double error, double most);

}  // namespace switchyard::cli
