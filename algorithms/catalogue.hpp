#pragma once
/// \file catalogue.hpp
/// Names of algorithms, with where they come from, what they need and what they promise. The command line, the
/// experiments, the stress runs and the benchmarks all read this one list. A shared library can add to it, and can add
/// machines, patterns, applications and node programs as well.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/applications/application.hpp"
#include "algorithms/exchange/workload.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/matrix/pattern_kind.hpp"
#include "algorithms/program_kind.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "machines/machine_catalogue.hpp"
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

/// What there is by name, each kind in the order in which it was added.
class Catalogue {
 public:
  /// Each throws UsageError if the name is taken or is not made of a-z, 0-9 and _, or if what carries it out is
  /// missing. Programs and algorithms stand in one column of results, so that no two of them may have one name.
  void add(Algorithm algorithm);
  void add(machines::MachineKind machine);
  void add(PatternKind pattern);
  void add(ApplicationKind application);
  void add(ProgramKind program);

  std::span<const Algorithm> algorithms() const& noexcept { return algorithms_; }
  std::span<const Algorithm> algorithms() const&& = delete;  // would outlive what it looks at
  /// Added ones only. add_library makes them known to machines/machine_catalogue.hpp, which has all there are.
  std::span<const machines::MachineKind> machines() const& noexcept { return machines_; }
  /// Those that are added to the shipped ones.
  std::span<const PatternKind> patterns() const& noexcept { return patterns_; }
  std::span<const ApplicationKind> applications() const& noexcept { return applications_; }
  std::span<const ProgramKind> programs() const& noexcept { return programs_; }

  /// Throws UsageError that starts with `option` and shows the nearest name.
  const Algorithm& find(const std::string& option, const std::string& name) const;
  const ProgramKind& find_program(const std::string& option, const std::string& name) const;
  std::vector<std::string> names() const;

 private:
  void refuse_name_of_either(const std::string& name) const;

  std::vector<Algorithm> algorithms_;
  std::vector<machines::MachineKind> machines_;
  std::vector<PatternKind> patterns_;
  std::vector<ApplicationKind> applications_;
  std::vector<ProgramKind> programs_;
};

/// All that this library ships.
Catalogue shipped_algorithms();

}  // namespace switchyard

#include "algorithms/library_interface.hpp"  // at the end, as it measures what stands above
