#pragma once
/// \file catalogue.hpp
/// The catalogue of algorithms by name, each with its source, what it needs and what it promises. The command line, the
/// experiments, the stress runs and the benchmarks all read this one catalogue. A shared library can add algorithms to
/// it, and also machines, patterns, applications and node programs.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/applications/application.hpp"
#include "algorithms/exchange/workload.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/matrix/pattern_kind.hpp"
#include "algorithms/program_kind.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "algorithms/schedule/step_formula.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/group/exchange_plan.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/random.hpp"

namespace switchyard {

struct Algorithm;

/// The result of Algorithm::choice: the algorithm that was chosen for a machine and matrix, and the reason.
struct ChosenAlgorithm {
  std::shared_ptr<const Algorithm> algorithm;  ///< the chosen algorithm, which makes no choice itself
  std::string why;                             ///< the reason for the choice, shown to users
};

/// On which machines an algorithm promises that no two messages of a phase share a link.
enum class NoLinkContention : std::uint8_t { nowhere, on_hypercubes, everywhere };

/// An algorithm of the catalogue: it carries out a communication matrix.
struct Algorithm {
  /// Makes the schedule of a communication matrix. A pure function of its arguments.
  using Scheduler = std::function<Schedule(const CommunicationMatrix&, const Routes&, Rng&)>;
  /// Carries out one node's part of the matrix. `plan` is empty if the algorithm has no scheduler.
  using Execution = std::function<void(Node&, const NodeTraffic&, std::span<const PlanStep> plan, Protocol)>;

  std::string name;
  std::string summary = {};
  std::string source = {};                  ///< where the algorithm was published: paper, section, figure
  std::string needs = {};                   ///< what the algorithm needs of a machine or matrix, in words for users
  std::string guarantees = {};              ///< what the algorithm promises, in words for users
  Protocol protocol = Protocol::automatic;  ///< protocol of the algorithm's messages if the user sets none
  NoLinkContention avoids_link_contention = NoLinkContention::nowhere;
  bool power_of_two = false;        ///< whether the number of nodes must be a power of two
  bool even_nodes = false;          ///< whether the number of nodes must be even, or one
  bool complete_exchange = false;   ///< whether the algorithm takes only complete matrices with messages of one size
  bool active_messages = false;     ///< whether the algorithm runs only on machines that have active messages
  std::uint64_t most_messages = 0;  ///< largest number of messages that the algorithm takes; 0 for no limit
  /// whether the algorithm sends to nodes that have not posted a receive, where FORCED messages would be lost
  bool may_send_before_receives = false;
  /// whether the algorithm may deadlock, even on machines with their default constants
  bool may_deadlock = false;
  Scheduler scheduler = {};  ///< empty if the algorithm needs no schedule
  Execution execution = {};
  /// How a group of nodes carries out the algorithm when the algorithm is chosen for a collective operation;
  /// not set if it cannot be chosen for a collective operation. An algorithm without a scheduler has
  /// ExchangePace::at_once.
  std::optional<ExchangePace> collective_pace = std::nullopt;
  /// For an algorithm with several executions: a function that tries them out and returns the execution
  /// that is fastest on the machine. The result is used in place of `execution`.
  using ExecutionChooser = std::function<Execution(const Machine&, const CommunicationMatrix&, Protocol)>;
  ExecutionChooser tuning = {};
  /// The function that chooses another algorithm of the catalogue, by machine, matrix and number of uses of the
  /// schedule, for an algorithm that does nothing else (such as `auto`). The choice is used in place of all other
  /// fields.
  using Choice = std::function<ChosenAlgorithm(const Machine&, const CommunicationMatrix&, std::uint64_t reuse)>;
  Choice choice = {};
  /// A formula for the steps of a complete exchange, if the algorithm can compute the steps without a schedule. The
  /// formula gives the same steps as the schedule that `scheduler` makes. It may be set only if `execution` ends each
  /// step before it begins the next, because `execution` is then called for a few steps at a time.
  std::optional<StepFormula> formula = std::nullopt;
};

/// All entries of the catalogue by name: algorithms, machines, patterns, applications and programs. The entries of each
/// kind stay in the order in which they were added.
class Catalogue {
 public:
  /// Adds an entry to the catalogue. Throws UsageError if the name is taken or has characters other than a-z, 0-9 and
  /// _, or if the function that does the work is missing. An algorithm and a program cannot have the same name, because
  /// results have one column for both.
  void add(Algorithm algorithm);
  void add(machines::MachineKind machine);
  void add(PatternKind pattern);
  void add(ApplicationKind application);
  void add(ProgramKind program);

  std::span<const Algorithm> algorithms() const& noexcept { return algorithms_; }
  std::span<const Algorithm> algorithms() const&& = delete;  // deleted, as the span would outlive a temporary catalogue
  /// Returns the machines that libraries have added. add_library() also registers these machines with
  /// machines/machine_catalogue.hpp, which lists all machines.
  std::span<const machines::MachineKind> machines() const& noexcept { return machines_; }
  /// Returns the patterns that libraries have added to the shipped patterns.
  std::span<const PatternKind> patterns() const& noexcept { return patterns_; }
  std::span<const ApplicationKind> applications() const& noexcept { return applications_; }
  std::span<const ProgramKind> programs() const& noexcept { return programs_; }

  /// Finds an algorithm by its name. Throws UsageError that names `place` in the user's input and
  /// suggests the nearest name.
  const Algorithm& find(const InputPlace& place, const std::string& name) const;
  const ProgramKind& find_program(const InputPlace& place, const std::string& name) const;
  std::vector<std::string> names() const;

 private:
  void refuse_algorithm_or_program_name(const std::string& name) const;

  std::vector<Algorithm> algorithms_;
  std::vector<machines::MachineKind> machines_;
  std::vector<PatternKind> patterns_;
  std::vector<ApplicationKind> applications_;
  std::vector<ProgramKind> programs_;
};

/// Returns a catalogue of all algorithms that this project ships.
Catalogue shipped_algorithms();

}  // namespace switchyard

#include "algorithms/library_interface.hpp"  // included last, as it computes a hash over the types of this file
