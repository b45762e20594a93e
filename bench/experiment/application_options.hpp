#pragma once
/// \file application_options.hpp
/// The command-line options that choose an application (a whole program such as fft2d, cg or euler) and the problem
/// that it solves.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/applications/application.hpp"
#include "algorithms/applications/fft2d.hpp"
#include "algorithms/catalogue.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

struct ApplicationOptions {
  std::optional<std::string> application_name;
  /// the kind of the chosen application if a loaded library has added it; null for an application of this program
  std::shared_ptr<const ApplicationKind> library_application = nullptr;
  /// The arguments of an application of a loaded library: the text behind the colon of --application NAME:ARGUMENTS.
  std::string application_arguments = {};
  std::optional<std::uint32_t> problem_size;
  std::optional<Precision> precision;
  std::optional<std::uint64_t> iterations;
  std::optional<double> residual_tolerance;
  std::optional<std::uint32_t> mesh_vertex_count;
  std::optional<std::uint32_t> time_step_count;
  bool compares_with_serial_run = false;
};

/// Returns the command-line options --application, --size, --precision, --iterations, --tolerance, --vertices, --steps
/// and --check. The option --application accepts the applications of this program and those that `catalogue` has when
/// the option is read. `target` and `catalogue` must outlive the list.
std::vector<CommandOption> application_options(ApplicationOptions& target, const Catalogue& catalogue);

/// Throws UsageError if an option that only applications have, such as --size, is given without --application.
void refuse_stray_application_options(const ApplicationOptions& options);

/// Throws UsageError if an algorithm can only do complete exchanges and the chosen application is not fft2d; the other
/// applications exchange halos (boundary values of neighbouring nodes) instead.
void refuse_complete_exchange_algorithms(const std::string& application, std::span<const Algorithm> algorithms);

/// Makes the application that the options choose; `matrix` is the path of the matrix file that --matrix names. Throws
/// UsageError for options that contradict each other or do not suit the machine, and for a matrix file that is wrong.
std::shared_ptr<const Application> make_application(const ApplicationOptions& options, const Machine& machine,
                                                    const std::optional<std::string>& matrix, std::uint64_t seed);

}  // namespace switchyard
