#include "algorithms/catalogue.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/complete_exchange_algorithms.hpp"
#include "algorithms/exchange/asynchronous.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/exchange/scheduled.hpp"
#include "algorithms/many_to_many_algorithms.hpp"
#include "algorithms/rendezvous_algorithms.hpp"
#include "algorithms/schedule/lp.hpp"
#include "algorithms/schedule/optimal_n.hpp"
#include "algorithms/schedule/rs_n.hpp"
#include "algorithms/schedule/rs_nl.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr const char* kWangRanka = "Wang and Ranka 1994";

bool is_name(const std::string& name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Algorithm ac() {
  return {.name = "ac",
          .summary = "asynchronous: post all receives, send all, confirm all",
          .source = fmt::format("{}, sec. 3, fig. 1", kWangRanka),
          .needs = "nothing",
          .guarantees = "no deadlock; needs no system buffer",
          .execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol protocol) {
            asynchronous(self, traffic, protocol);
          }};
}

Algorithm ac_unposted() {
  return {.name = "ac_unposted",
          .summary = "asynchronous: blocking sends, then detect, receive and copy out",
          .source = fmt::format("{}, sec. 3", kWangRanka),
          .needs = "messages stored without a posted receive; room for them",
          .guarantees = "nothing: deadlocks when the system buffers are full",
          .receives_unposted = true,
          .execution = [](Node& self, const NodeTraffic& traffic, std::span<const PlanStep>, Protocol protocol) {
            asynchronous_unposted(self, traffic, protocol);
          }};
}

Algorithm lp_algorithm() {
  return {.name = "lp",
          .summary = "linear permutations: partner i xor k in phase k, ready signals (S1)",
          .source = fmt::format("{}, sec. 4.1, fig. 2", kWangRanka),
          .needs = "a power of two of nodes",
          .guarantees = "no node contention; no link contention on a hypercube with e-cube routes",
          .protocol = kForced,
          .links_apart = LinksApart::on_hypercubes,
          .power_of_two = true,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&, Rng&) { return lp(matrix); },
          .execution = handshake_per_phase};
}

Algorithm rs_n_algorithm() {
  return {.name = "rs_n",
          .summary = "randomized schedule that avoids node contention, post all (S2)",
          .source = fmt::format("{}, sec. 4.2, fig. 3", kWangRanka),
          .needs = "nothing",
          .guarantees = "no node contention within a phase",
          .scheduler = [](const CommunicationMatrix& matrix, const Routes&, Rng& rng) { return rs_n(matrix, rng); },
          .execution = post_all};
}

Algorithm rs_nl_algorithm() {
  return {.name = "rs_nl",
          .summary = "randomized schedule that avoids node and link contention, ready signals (S1)",
          .source = fmt::format("{}, sec. 5, fig. 4", kWangRanka),
          .needs = "deterministic routes",
          .guarantees = "no node or link contention within a phase; pairwise exchanges first",
          .protocol = kForced,
          .links_apart = LinksApart::everywhere,
          .scheduler = [](const CommunicationMatrix& matrix, const Routes& routes,
                          Rng& rng) { return rs_nl(matrix, routes, rng); },
          .execution = handshake_per_phase};
}

}  // namespace

void Catalogue::add(Algorithm algorithm) {
  if (!is_name(algorithm.name)) {
    throw UsageError(fmt::format("{} is not a name for an algorithm; use a-z, 0-9 and _", quoted(algorithm.name)));
  }
  if (std::ranges::find(algorithms_, algorithm.name, &Algorithm::name) != algorithms_.end()) {
    throw UsageError(fmt::format("there is an algorithm {} already", quoted(algorithm.name)));
  }
  if (!algorithm.execution && !algorithm.tuning && !algorithm.choice) {
    throw UsageError(fmt::format("algorithm {} has no execution; give it one", quoted(algorithm.name)));
  }
  algorithms_.push_back(std::move(algorithm));
}

const Algorithm& Catalogue::find(const std::string& option, const std::string& name) const {
  const auto found = std::ranges::find(algorithms_, name, &Algorithm::name);
  if (found != algorithms_.end()) return *found;
  throw UsageError(unknown_name_message(option, name, names(), "algorithm"));
}

std::vector<std::string> Catalogue::names() const {
  std::vector<std::string> result;
  for (const Algorithm& algorithm : algorithms_) result.push_back(algorithm.name);
  return result;
}

Catalogue shipped_algorithms() {
  Catalogue catalogue;
  catalogue.add(ac());
  catalogue.add(ac_unposted());
  catalogue.add(lp_algorithm());
  catalogue.add(rs_n_algorithm());
  catalogue.add(rs_nl_algorithm());
  catalogue.add(optimal_n_algorithm());
  add_complete_exchange_algorithms(catalogue);
  add_rendezvous_algorithms(catalogue);
  add_many_to_many_algorithms(catalogue);
  add_collision_graph_algorithms(catalogue);
  return catalogue;
}

void add_library(Catalogue& catalogue, const std::string& option, const std::string& path) {
  // A bare name would be looked for in the system's folders only.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw UsageError(fmt::format("{}: cannot load {}: {}", option, quoted(path), dlerror()));
  void* symbol = dlsym(library, kRegisterAlgorithms);
  if (symbol == nullptr) {
    dlclose(library);
    throw UsageError(
        fmt::format("{}: {} exports no function {}; declare it extern \"C\" void {}(switchyard::Catalogue&)", option,
                    quoted(path), kRegisterAlgorithms, kRegisterAlgorithms));
  }
  reinterpret_cast<RegisterAlgorithms*>(symbol)(catalogue);
}

}  // namespace switchyard
