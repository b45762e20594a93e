#pragma once
/// \file application.hpp
/// Whole programs whose exchanges an algorithm of the catalogue carries out, as the command line sees them. A user's
/// library implements ApplicationTrial and Application, and adds an ApplicationKind to the catalogue.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {

struct Algorithm;

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

/// One entry of the catalogue.
struct ApplicationKind {
  std::string name;
  std::string summary = {};
  std::string source = {};     ///< paper, section, figure
  std::string arguments = {};  ///< what may stand behind the name, for people: "k=3"
  /// `arguments`: what the user wrote behind the name, `--application NAME:ARGUMENTS`. Throws UsageError for arguments
  /// or a machine that it cannot have.
  std::function<std::shared_ptr<const Application>(const Machine&, const std::string& arguments, std::uint64_t seed)>
      make;
};

/// Those that this project ships, which have options of their own; no other may be called so.
inline constexpr std::array kShippedApplications{"fft2d", "cg", "euler"};

/// The error, once it has been looked at. Throws DataError if it is above `most`.
double accepted_error(double error, double most);

}  // namespace switchyard
