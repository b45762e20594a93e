#pragma once
/// \file application.hpp
/// Applications: whole programs whose exchanges are carried out by an algorithm of the catalogue. A user's library that
/// adds an application implements ApplicationInput and Application, and adds an ApplicationKind to the catalogue.

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

/// What one run of an application, such as `fft2d`, measured.
struct ApplicationMeasurement {
  RunReport report;
  /// number of phases of the schedule of one exchange; 0 if the algorithm makes no schedule
  std::uint32_t phases = 0;
  std::uint64_t message_bytes = 0;  ///< size in bytes of the largest message of an exchange
  Duration schedule{};              ///< time for making the schedule on one node; it is made once, before the run
  Duration computation_time{};      ///< time spent computing; maximum over the nodes
  Duration communication_time{};    ///< time spent in exchanges, waiting included; maximum over the nodes
  std::optional<std::uint64_t> iterations = std::nullopt;
  /// norm of the residual at the end of the run, divided by the norm at the start
  std::optional<double> residual = std::nullopt;
  /// error of the result against a serial run; empty if the user asked for no comparison
  std::optional<double> error = std::nullopt;
};

/// One input of an application, such as one matrix or mesh, which can be run with several algorithms for comparison.
class ApplicationInput {
 public:
  virtual ~ApplicationInput() = default;
  /// Runs the application once.
  /// Throws: UsageError if the algorithm cannot run here or the input is wrong, DataError if the result is wrong, and
  ///         what switchyard::run() throws.
  virtual ApplicationMeasurement run(const Algorithm& algorithm, const RunOptions& options,
                                     std::optional<Protocol> protocol) const = 0;
};

/// An application, such as `fft2d`, with the arguments that the user gave. Immutable. It must outlive the
/// ApplicationInput objects that it makes.
class Application {
 public:
  virtual ~Application() = default;
  virtual std::string name() const = 0;
  virtual std::string problem_description() const = 0;  ///< the problem in words, as "1024 x 1024, double precision"
  /// the problem's size in one word, such as the side of an array, for programs that read results
  virtual std::string size() const = 0;
  virtual std::unique_ptr<ApplicationInput> make_application_input(std::uint64_t seed) const = 0;
};

/// The description of an application in the catalogue, with the function that makes the application from the user's
/// arguments.
struct ApplicationKind {
  std::string name;
  std::string summary = {};
  std::string source = {};     ///< where the application was published: paper, section, figure
  std::string arguments = {};  ///< description, for users, of what may follow the application's name, such as "k=3"
  /// Makes the application. `arguments` is what the user wrote behind the name, as in `--application NAME:ARGUMENTS`.
  /// Throws UsageError for arguments that the application does not take and for a machine on which it cannot run.
  std::function<std::shared_ptr<const Application>(const Machine&, const std::string& arguments, std::uint64_t seed)>
      make;
};

/// Names of the applications that this project ships. A library cannot add an application under one of these names.
inline constexpr std::array kShippedApplications{"fft2d", "cg", "euler"};

/// Returns `error`, the difference between an application's result and that of a serial run, if it is at most `most`.
/// Throws DataError if the difference is larger than `most`, or not a number.
double error_or_throw_if_above_limit(double error, double most);

}  // namespace switchyard
