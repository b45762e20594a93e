#include "bench/experiment/launched_collectives.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "algorithms/collective_algorithms.hpp"
#include "runtime/collective_choice.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr const char* kCollectiveExample = "write one such as alltoallv=rs_nl; see 'switchyard list collectives'";

const std::vector<std::string>& collective_names() {
  static const std::vector<std::string> names(kSettableCollectiveNames.begin(), kSettableCollectiveNames.end());
  return names;
}

/// Converts a collective from the enumeration of user settings (SettableCollective) to the enumeration Collective.
/// Needs: `which` is not one of the exchanges (alltoall and the like).
Collective collective_kind(SettableCollective which) {
  for (const Collective kind :
       {Collective::barrier, Collective::broadcast, Collective::reduce, Collective::all_reduce}) {
    if (settable_collective_of(kind) == which) return kind;
  }
  return Collective::reduce_scatter;
}

std::vector<std::string> collective_algorithm_names(const std::vector<CollectiveAlgorithm>& algorithms) {
  std::vector<std::string> names;
  for (const CollectiveAlgorithm algorithm : algorithms) names.emplace_back(name_of(algorithm));
  return names;
}

/// Reads values of the option --collective, such as "alltoallv=rs_nl", and stores in a CollectiveSettings which
/// algorithm the user has chosen for which collective.
class CollectiveSettingParser {
 public:
  CollectiveSettingParser(const UserInputPlace& place, const Catalogue& catalogue, CollectiveSettings& settings)
      : place_(place), algorithm_catalogue_(catalogue), settings_(settings) {}

  void read_collective_setting(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw UsageError({.place = place_,
                        .value = text,
                        .reason = fmt::format("{} is no collective with its algorithm", switchyard::quoted(text)),
                        .remedy = kCollectiveExample});
    }
    const std::string name = text.substr(0, equals);
    const auto found = std::ranges::find(collective_names(), name);
    if (found == collective_names().end())
      throw UsageError(mistake_for_unknown_name(place_, name, collective_names(), "collective"));
    set_algorithm(static_cast<SettableCollective>(found - collective_names().begin()), text.substr(equals + 1));
  }

 private:
  void set_algorithm(SettableCollective which, const std::string& algorithm) {
    CollectiveSettings::AlgorithmSetting& choice = settings_.algorithm_settings[static_cast<std::size_t>(which)];
    if (choice.algorithm || choice.exchange) {
      throw UsageError({.place = place_,
                        .value = algorithm,
                        .reason = fmt::format("{} has an algorithm already", name_of(which)),
                        .remedy = "write one for each collective"});
    }
    const std::vector<std::string> names = algorithms_for(which, algorithm_catalogue_);
    if (std::ranges::find(names, algorithm) == names.end()) {
      throw UsageError(
          mistake_for_unknown_name(place_, algorithm, names, fmt::format("algorithm for {}", name_of(which))));
    }
    if (is_exchange(which)) {
      choice.exchange = make_exchange_algorithm(algorithm_catalogue_.find(place_, algorithm));
    } else {
      const auto found = std::ranges::find(detail::kCollectiveAlgorithmNames, algorithm);
      choice.algorithm = static_cast<CollectiveAlgorithm>(found - detail::kCollectiveAlgorithmNames.begin());
    }
  }

  const UserInputPlace& place_;
  const Catalogue& algorithm_catalogue_;
  CollectiveSettings& settings_;
};

/// Returns the reason why some node of the machine cannot use the algorithm that the user has chosen for a collective.
/// Returns nothing if all nodes can use it, or if the user has chosen no algorithm.
std::optional<std::string> reason_algorithm_is_unusable(SettableCollective which,
                                                        const CollectiveSettings::AlgorithmSetting& choice,
                                                        const Machine& machine) {
  if (choice.exchange && choice.exchange->reason_group_cannot_use_algorithm) {
    const std::string fault = choice.exchange->reason_group_cannot_use_algorithm(machine.model(), machine.node_count());
    if (!fault.empty()) return fmt::format("{} {}", choice.exchange->name, fault);
  }
  if (!choice.algorithm) return std::nullopt;
  const auto possible = collective_algorithms(machine.model(), collective_kind(which));
  if (std::ranges::find(possible, *choice.algorithm) != possible.end()) return std::nullopt;
  return fmt::format("{} cannot be used by the {} nodes of machine {}", name_of(*choice.algorithm),
                     machine.node_count(), machine.name());
}

bool is_usable_by_machine(const Algorithm& algorithm, const Machine& machine) {
  return make_exchange_algorithm(algorithm)->usable_by(machine.model(), machine.node_count());
}

}  // namespace

CollectiveAlgorithmsOfPrograms read_collective_settings(const UserInputPlace& place,
                                                        const std::vector<std::string>& texts,
                                                        const Catalogue& catalogue, bool is_scheduling_time_charged) {
  CollectiveSettings settings{.algorithms_for_neighbor_exchanges = neighbor_exchange_algorithms(catalogue),
                              .is_scheduling_time_charged = is_scheduling_time_charged};
  CollectiveSettingParser reader(place, catalogue, settings);
  for (const std::string& text : texts) reader.read_collective_setting(text);
  return {texts, std::make_shared<const CollectiveSettings>(std::move(settings))};
}

void check_collectives(const UserInputPlace& place, const CollectiveAlgorithmsOfPrograms& collectives,
                       const Machine& machine) {
  if (!collectives.collective_settings) return;
  for (std::size_t i = 0; i < kSettableCollectiveNames.size(); ++i) {
    const auto which = static_cast<SettableCollective>(i);
    if (const auto fault =
            reason_algorithm_is_unusable(which, collectives.collective_settings->algorithm_setting(which), machine)) {
      throw UsageError({.place = place,
                        .reason = fmt::format("{}: {}", name_of(which), *fault),
                        .remedy = "choose another one of 'switchyard list collectives', or other nodes"});
    }
  }
}

std::vector<std::string> algorithms_for(SettableCollective which, const Catalogue& catalogue) {
  if (is_exchange(which)) return exchange_algorithm_names(catalogue, which);
  std::vector<std::string> names = collective_algorithm_names(collective_algorithms(collective_kind(which)));
  names.insert(names.begin(), name_of(CollectiveAlgorithm::machine));
  return names;
}

std::vector<std::string> algorithms_for(SettableCollective which, const Catalogue& catalogue, const Machine& machine) {
  if (!is_exchange(which))
    return collective_algorithm_names(collective_algorithms(machine.model(), collective_kind(which)));
  std::vector<std::string> names = exchange_algorithm_names(catalogue, which);
  std::erase_if(names,
                [&](const std::string& name) { return !is_usable_by_machine(catalogue.find({}, name), machine); });
  return names;
}

}  // namespace switchyard
