#pragma once
/// \file catalogue.hpp
/// Names of algorithms, with where they come from, what they need and what they promise. The command line, the
/// experiments, the stress runs and the benchmarks all read this one list; a shared library can add to it.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/random.hpp"

namespace switchyard {

struct Algorithm;

/// What an algorithm that only picks others has picked.
struct ChosenAlgorithm {
  std::shared_ptr<const Algorithm> algorithm;  ///< one that picks no other
  std::string why;                             ///< for people
};

/// Where an algorithm promises that no two messages of a phase share a link.
enum class LinksApart : std::uint8_t { nowhere, on_hypercubes, everywhere };

/// Carries out a communication matrix.
struct Algorithm {
  /// A pure function of its arguments.
  using Scheduler = std::function<Schedule(const CommunicationMatrix&, const Routes&, Rng&)>;
  /// `plan` is empty where the algorithm has no scheduler.
  using Execution = std::function<void(Node&, const NodeTraffic&, std::span<const PlanStep> plan, Protocol)>;

  std::string name;
  std::string summary = {};
  std::string source = {};                  ///< paper, section, figure
  std::string needs = {};                   ///< of a machine or matrix, for people
  std::string guarantees = {};              ///< for people
  Protocol protocol = Protocol::automatic;  ///< unless the user asks for another
  LinksApart links_apart = LinksApart::nowhere;
  bool power_of_two = false;        ///< needs that many nodes
  bool even_nodes = false;          ///< needs an even number of nodes, or one
  bool complete_exchange = false;   ///< needs a complete matrix with messages of one size
  bool active_messages = false;     ///< needs a machine that has them
  std::uint64_t most_messages = 0;  ///< of a matrix that it takes; 0: no limit
  bool receives_unposted = false;   ///< sends to nodes that have not posted; FORCED messages would be lost
  Scheduler scheduler = {};         ///< empty if it needs no schedule
  Execution execution = {};
  /// For algorithms that try out what is best on a machine: that execution. Instead of `execution`.
  using Tuning = std::function<Execution(const Machine&, const CommunicationMatrix&, Protocol)>;
  Tuning tuning = {};
  /// For algorithms that pick another one for a machine, a matrix and so many uses. Instead of all else.
  using Choice = std::function<ChosenAlgorithm(const Machine&, const CommunicationMatrix&, std::uint64_t reuse)>;
  Choice choice = {};
};

/// Algorithms by name, in the order in which they were added.
class Catalogue {
 public:
  /// Throws UsageError if the name is taken, is not made of a-z, 0-9 and _, or nothing carries the algorithm out.
  void add(Algorithm algorithm);
  std::span<const Algorithm> algorithms() const& noexcept { return algorithms_; }
  std::span<const Algorithm> algorithms() const&& = delete;  // would outlive what it looks at
  /// Throws UsageError that starts with `option` and shows the nearest name.
  const Algorithm& find(const std::string& option, const std::string& name) const;
  std::vector<std::string> names() const;

 private:
  std::vector<Algorithm> algorithms_;
};

/// All that this library ships.
Catalogue shipped_algorithms();

/// A shared library that adds algorithms exports a function of this type and name, which add_library calls.
using RegisterAlgorithms = void(Catalogue&);
inline constexpr const char* kRegisterAlgorithms = "switchyard_register";

/// Loads a shared library and lets it add to the catalogue; the library stays loaded for as long as the process runs.
/// Throws UsageError that starts with `option` if it cannot be loaded or exports no such function.
void add_library(Catalogue& catalogue, const std::string& option, const std::string& path);

}  // namespace switchyard
