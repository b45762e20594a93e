#pragma once
/// \file catalogue.hpp
/// The catalogue of algorithms by name, each with the publication it is from, what it needs of a machine and what it
/// promises. The command line, the experiments, the stress runs and the benchmarks all read this one catalogue. A
/// shared library can add algorithms to it, and also machines, patterns, applications and node programs.

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

/// The result of the function Algorithm::choice: the algorithm that was chosen for a machine and a communication
/// matrix, and the reason.
struct ChosenAlgorithm {
  /// the chosen algorithm, which itself is not one that chooses another (Algorithm::choice is empty)
  std::shared_ptr<const Algorithm> algorithm;
  std::string why;  ///< the reason why this algorithm was chosen, shown to users
};

/// On which machines an algorithm promises that no two messages of a phase share a link.
enum class NoLinkContention : std::uint8_t { nowhere, on_hypercubes, everywhere };

/// An algorithm of the catalogue, which carries out the messages of a communication matrix.
struct Algorithm {
  /// Makes the schedule of a communication matrix. A pure function of its arguments.
  using Scheduler = std::function<Schedule(const CommunicationMatrix&, const Routes&, Rng&)>;
  /// Carries out one node's part of the communication matrix. `plan` is the list of the node's steps in the schedule;
  /// it is empty if the algorithm has no scheduler.
  using Execution = std::function<void(Node&, const NodeTraffic&, std::span<const PlanStep> plan, Protocol)>;

  std::string name;
  std::string summary = {};
  std::string source = {};  ///< where the algorithm was published: paper, section, figure
  /// what the algorithm needs of a machine or communication matrix, in words for users
  std::string needs = {};
  std::string guarantees = {};  ///< what the algorithm promises, in words for users
  /// protocol of the algorithm's messages, used if the user sets no protocol
  Protocol protocol = Protocol::automatic;
  NoLinkContention avoids_link_contention = NoLinkContention::nowhere;
  bool needs_power_of_two_nodes = false;  ///< whether the number of nodes must be a power of two
  bool needs_even_node_count = false;     ///< whether the number of nodes must be even; one node is also allowed
  /// whether the algorithm only carries out complete exchanges in which all messages have one size
  bool complete_exchange = false;
  bool needs_active_messages = false;  ///< whether the algorithm runs only on machines that have active messages
  /// largest number of messages of a matrix that the algorithm accepts; 0 for no limit
  std::uint64_t most_messages = 0;
  /// whether the algorithm may send to nodes that have not posted their receive yet, so that FORCED messages of the
  /// iPSC/860 would be lost
  bool may_send_before_receives = false;
  /// whether the algorithm may deadlock even on machines whose constants have their default values
  bool may_deadlock = false;
  Scheduler scheduler = {};  ///< the function that makes the schedule; empty if the algorithm needs no schedule
  Execution execution = {};
  /// How the nodes of a group follow the schedule when the algorithm is chosen for a collective operation; not set if
  /// it cannot be chosen for one. An algorithm without a scheduler has ExchangePace::at_once: all messages are sent at
  /// once.
  std::optional<ExchangePace> collective_pace = std::nullopt;
  /// For an algorithm with several executions (node programs that carry out its schedule): a function that tries them
  /// on a machine and a communication matrix and returns the fastest one. The result is used in place of `execution`.
  using ExecutionChooser = std::function<Execution(const Machine&, const CommunicationMatrix&, Protocol)>;
  ExecutionChooser tuning = {};
  /// For an algorithm that only chooses another one, such as `auto`: a function that chooses an algorithm of the
  /// catalogue, by machine, communication matrix and the number of times that the schedule will be used. The chosen
  /// algorithm is used in place of all other fields.
  using Choice = std::function<ChosenAlgorithm(const Machine&, const CommunicationMatrix&, std::uint64_t reuse)>;
  Choice choice = {};
  /// A formula for the steps of a complete exchange, if the algorithm can compute the steps without a schedule. The
  /// formula gives the same steps as the schedule that `scheduler` makes. It may be set only if the function
  /// `execution` ends each step before it begins the next, because it is then called for a few steps at a time.
  std::optional<StepFormula> formula = std::nullopt;
};

/// The catalogue: algorithms, machines, patterns, applications and programs, each with a name. The entries of each of
/// these kinds stay in the order in which they were added.
class Catalogue {
 public:
  /// Adds an entry to the catalogue. Throws UsageError if the name is taken or has characters other than a-z, 0-9 and
  /// _, or if the function that does the work is missing. An algorithm and a program cannot have the same name, because
  /// tables of results name both in the same column.
  void add(Algorithm algorithm);
  void add(machines::MachineKind machine);
  void add(PatternKind pattern);
  void add(ApplicationKind application);
  void add(ProgramKind program);

  std::span<const Algorithm> algorithms() const& noexcept { return algorithms_; }
  // deleted, because the span would outlive a temporary Catalogue
  std::span<const Algorithm> algorithms() const&& = delete;
  /// Returns the machines that users' shared libraries have added. add_library() also registers these machines with
  /// machines/machine_catalogue.hpp, which lists all machines.
  std::span<const machines::MachineKind> machines() const& noexcept { return machines_; }
  /// Returns the patterns (families of communication matrices) that users' shared libraries have added to the shipped
  /// patterns.
  std::span<const PatternKind> patterns() const& noexcept { return patterns_; }
  std::span<const ApplicationKind> applications() const& noexcept { return applications_; }
  std::span<const ProgramKind> programs() const& noexcept { return programs_; }

  /// Finds an algorithm by its name. Throws UsageError that names `place`, where the user wrote the name, and suggests
  /// the nearest name.
  const Algorithm& find(const UserInputPlace& place, const std::string& name) const;
  const ProgramKind& find_program(const UserInputPlace& place, const std::string& name) const;
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
