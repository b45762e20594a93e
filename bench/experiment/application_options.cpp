#include "bench/experiment/application_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

#include "algorithms/applications/sparse_matrix_file.hpp"
#include "bench/experiment/cg_application.hpp"
#include "bench/experiment/euler_application.hpp"
#include "bench/experiment/fft2d_application.hpp"
#include "bench/experiment/input_file.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostIterations = 1'000'000;
constexpr std::uint64_t kMostTimeSteps = 1'000'000;

/// Returns the names that the option --application accepts: those of the shipped applications, then those of
/// applications that libraries add.
std::vector<std::string> application_names(const Catalogue& catalogue) {
  std::vector<std::string> names(kShippedApplications.begin(), kShippedApplications.end());
  for (const ApplicationKind& kind : catalogue.applications()) names.push_back(kind.name);
  return names;
}

/// Reads the value of the command-line option --application into `target`. The value is NAME, or NAME:ARGUMENTS for an
/// application that a library adds.
void set_application_by_name(ApplicationOptions& target, const Catalogue& catalogue, const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  parse_choice("--application", name, application_names(catalogue), "application");
  target.application_name = name;
  const auto added = std::ranges::find(catalogue.applications(), name, &ApplicationKind::name);
  if (added != catalogue.applications().end()) {
    target.library_application = std::make_shared<const ApplicationKind>(*added);
    target.application_arguments = colon == std::string::npos ? "" : text.substr(colon + 1);
  } else if (colon != std::string::npos) {
    throw UsageError({.place = "--application",
                      .reason = fmt::format("{} has options of its own", name),
                      .remedy = fmt::format("write {} alone", name)});
  }
}

double parse_tolerance(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= 0 && value < 1) return value;
  throw UsageError({.place = "--tolerance",
                    .value = text,
                    .reason = fmt::format("{} is no number from 0 to 1", switchyard::quoted(text)),
                    .remedy = "write one such as 1e-10"});
}

/// A command-line option that has no meaning for the chosen application, and whether the user gave it.
struct GivenApplicationOption {
  const char* option;
  bool is_option_given;
};

void refuse_given_options(const std::vector<GivenApplicationOption>& options, const char* reason) {
  for (const GivenApplicationOption& option : options) {
    if (option.is_option_given) throw UsageError({.place = option.option, .reason = reason, .remedy = "leave it out"});
  }
}

/// Returns the command-line options that have a meaning only for applications, and whether the user gave each of them.
std::vector<GivenApplicationOption> application_options_given(const ApplicationOptions& options) {
  return {
      {"--size", options.problem_size.has_value()},          {"--precision", options.precision.has_value()},
      {"--iterations", options.iterations.has_value()},      {"--tolerance", options.residual_tolerance.has_value()},
      {"--vertices", options.mesh_vertex_count.has_value()}, {"--steps", options.time_step_count.has_value()},
      {"--check", options.compares_with_serial_run}};
}

std::shared_ptr<const Application> make_fft2d(const ApplicationOptions& options, const Machine& machine,
                                              const std::optional<std::string>& matrix) {
  refuse_given_options({{"--matrix", matrix.has_value()},
                        {"--iterations", options.iterations.has_value()},
                        {"--tolerance", options.residual_tolerance.has_value()},
                        {"--vertices", options.mesh_vertex_count.has_value()},
                        {"--steps", options.time_step_count.has_value()}},
                       "--application fft2d has no use for it");
  if (!options.problem_size)
    throw UsageError(
        {.place = "--size", .reason = "is missing", .remedy = "write the N of an N x N array, such as --size 1024"});
  if (!std::has_single_bit(machine.node_count())) {
    throw UsageError(
        {.place = "--nodes",
         .reason = fmt::format("--application fft2d needs a power of two of nodes, not {}", machine.node_count())});
  }
  call_with_input_place_in_errors("--size", [&] { check_fft2d_size(*options.problem_size, machine.node_count()); });
  return std::make_shared<Fft2dApplication>(machine, *options.problem_size,
                                            options.precision.value_or(Precision::double_precision),
                                            options.compares_with_serial_run);
}

SparseMatrix sparse_matrix_from_file(const std::string& path) {
  InputFile file({}, path);
  return read_sparse_matrix(file, path);
}

SparseMatrix grid_matrix(std::uint32_t side) {
  return call_with_input_place_in_errors("--size", [side] { return SparseMatrix::grid_laplacian(side); });
}

std::shared_ptr<const Application> make_cg(const ApplicationOptions& options, const Machine& machine,
                                           const std::optional<std::string>& matrix, std::uint64_t seed) {
  refuse_given_options({{"--precision", options.precision.has_value()},
                        {"--vertices", options.mesh_vertex_count.has_value()},
                        {"--steps", options.time_step_count.has_value()}},
                       "--application cg has no use for it");
  if (options.problem_size.has_value() == matrix.has_value()) {
    throw UsageError({.place = "--matrix",
                      .reason = "--application cg needs this or --size, and not both",
                      .remedy = "write one such as --size 64"});
  }
  CgProblem problem{.matrix = matrix ? sparse_matrix_from_file(*matrix) : grid_matrix(*options.problem_size),
                    .matrix_name = matrix ? *matrix : fmt::format("grid_{}", *options.problem_size),
                    .compares_with_serial_run = options.compares_with_serial_run};
  problem.most_iterations = options.iterations.value_or(problem.most_iterations);
  problem.tolerance = options.residual_tolerance.value_or(problem.tolerance);
  return std::make_shared<CgApplication>(machine, std::move(problem), seed);
}

std::shared_ptr<const Application> make_euler(const ApplicationOptions& options, const Machine& machine,
                                              const std::optional<std::string>& matrix, std::uint64_t seed) {
  refuse_given_options({{"--matrix", matrix.has_value()},
                        {"--size", options.problem_size.has_value()},
                        {"--precision", options.precision.has_value()},
                        {"--iterations", options.iterations.has_value()},
                        {"--tolerance", options.residual_tolerance.has_value()}},
                       "--application euler has no use for it");
  if (!options.mesh_vertex_count)
    throw UsageError(
        {.place = "--vertices", .reason = "is missing", .remedy = "write those of the mesh, such as --vertices 2000"});
  EulerProblem problem{.vertex_count = *options.mesh_vertex_count,
                       .compares_with_serial_run = options.compares_with_serial_run};
  problem.time_step_count = options.time_step_count.value_or(problem.time_step_count);
  return std::make_shared<EulerApplication>(machine, problem, seed);
}

std::shared_ptr<const Application> make_library_application(const ApplicationOptions& options, const Machine& machine,
                                                            const std::optional<std::string>& matrix,
                                                            std::uint64_t seed) {
  const char* const reason = "is for applications that are shipped";
  refuse_given_options({{"--matrix", matrix.has_value()}}, reason);
  refuse_given_options(application_options_given(options), reason);
  return call_with_input_place_in_errors(
      "--application", [&] { return options.library_application->make(machine, options.application_arguments, seed); });
}

}  // namespace

std::vector<CommandOption> application_options(ApplicationOptions& target, const Catalogue& catalogue) {
  return limit_options_to_work_kinds(
      WorkKinds::applications,
      std::vector<CommandOption>{
          {"--application", "NAME",
           "a whole program instead of bare matrices: fft2d, cg (conjugate gradient), euler, or one that a library "
           "adds",
           [&target, &catalogue](const std::string& text) { set_application_by_name(target, catalogue, text); }},
          {"--size", "N", "fft2d: of the N x N array; cg: of a grid of N x N points, where there is no --matrix",
           [&target](const std::string& text) {
             target.problem_size =
                 static_cast<std::uint32_t>(parse_count("--size", text, 1, std::numeric_limits<std::uint32_t>::max()));
           }},
          {"--precision", "PRECISION", "fft2d: double (default, 16 bytes an element) or single (8)",
           [&target](const std::string& text) {
             const bool single = parse_choice("--precision", text, {"single", "double"}) == 0;
             target.precision = single ? Precision::single_precision : Precision::double_precision;
           }},
          {"--iterations", "N", "cg: stop after so many (default 1000)",
           [&target](const std::string& text) {
             target.iterations = parse_count("--iterations", text, 1, kMostIterations);
           }},
          {"--tolerance", "X", "cg: stop when the residual is this small, relative to the first (default 1e-10)",
           [&target](const std::string& text) { target.residual_tolerance = parse_tolerance(text); }},
          {"--vertices", "N", "euler: of the mesh",
           [&target](const std::string& text) {
             target.mesh_vertex_count =
                 static_cast<std::uint32_t>(parse_count("--vertices", text, kFewestMeshVertices, kMostMeshVertices));
           }},
          {"--steps", "N", "euler: steps in time, of two exchanges each (default 10)",
           [&target](const std::string& text) {
             target.time_step_count = static_cast<std::uint32_t>(parse_count("--steps", text, 1, kMostTimeSteps));
           }},
          flag_option("--check", "compare the application's result with a serial run; a difference is an error",
                      target.compares_with_serial_run),
      });
}

void refuse_stray_application_options(const ApplicationOptions& options) {
  if (options.application_name) return;
  refuse_given_options(application_options_given(options), "is for --application");
}

void refuse_complete_exchange_algorithms(const std::string& application, std::span<const Algorithm> algorithms) {
  if (application == "fft2d") return;
  const auto complete = std::ranges::find_if(algorithms, &Algorithm::complete_exchange);
  if (complete == algorithms.end()) return;
  throw UsageError({.place = "--algorithm",
                    .reason = fmt::format("{} is for complete exchanges, and --application {} has none", complete->name,
                                          application),
                    .remedy = "write another"});
}

std::shared_ptr<const Application> make_application(const ApplicationOptions& options, const Machine& machine,
                                                    const std::optional<std::string>& matrix, std::uint64_t seed) {
  if (options.library_application) return make_library_application(options, machine, matrix, seed);
  if (*options.application_name == "fft2d") return make_fft2d(options, machine, matrix);
  if (*options.application_name == "cg") return make_cg(options, machine, matrix, seed);
  return make_euler(options, machine, matrix, seed);
}

}  // namespace switchyard
