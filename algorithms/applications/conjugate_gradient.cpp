#include "algorithms/applications/conjugate_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include "algorithms/applications/local_rows.hpp"
#include "algorithms/applications/prepared_exchange.hpp"
#include "algorithms/matrix/halo.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Adds factor * values[i] to into[i], for all i.
void add_scaled_vector(std::span<double> into, double factor, std::span<const double> values) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] += factor * values[i];
}

/// One node's share of the distributed linear system. During a run only the node itself reads or writes its share.
struct LinearSystemShare {
  LocalRows rows;
  /// the node's values of the iterate x, the residual r, and the product q = A d with the search direction d
  std::vector<double> iterate_values, residual, product_of_matrix_and_direction;
  /// the search direction d: first this node's own values, then the values received from other nodes
  std::vector<double> search_direction;
  std::vector<double> kept_iterate_values_of_node;
  Duration computation_time{};
  Duration communication_time{};

  std::span<double> own_search_direction() { return std::span(search_direction).first(rows.own_row_count()); }
};

std::vector<Halo> halos_of(std::span<const LocalRows> all) {
  std::vector<Halo> result;
  for (const LocalRows& rows : all) result.push_back(rows.halo);
  return result;
}

/// The linear system A x = b of one run of the conjugate gradient method, distributed over the nodes, with the vectors
/// of the iteration.
class DistributedLinearSystem {
 public:
  DistributedLinearSystem(const Machine& machine, const Algorithm& algorithm, std::vector<LocalRows> rows,
                          const ConjugateGradientOptions& options)
      : options_(options),
        halo_exchange_(machine, algorithm, halo_matrix(halos_of(rows), sizeof(double)), options.run.seed,
                       options.protocol) {
    for (LocalRows& own : rows)
      node_shares_.push_back({.rows = std::move(own),
                              .iterate_values = {},
                              .residual = {},
                              .product_of_matrix_and_direction = {},
                              .search_direction = {},
                              .kept_iterate_values_of_node = {}});
  }

  void distribute_right_hand_side(std::span<const double> right_side) {
    for (LinearSystemShare& share : node_shares_) {
      for (const std::uint32_t row : share.rows.halo.owned_vertices) share.residual.push_back(right_side[row]);
      share.iterate_values.assign(share.residual.size(), 0);
      share.product_of_matrix_and_direction.assign(share.residual.size(), 0);
      share.search_direction = share.residual;
      share.search_direction.resize(share.rows.local_vector_size());
    }
  }

  /// The node program, which runs the conjugate gradient iterations. All nodes end in the same iteration, because the
  /// loop's end depends only on results of reductions, which are the same on all nodes.
  void run_iterations(Node& self) {
    LinearSystemShare& share = node_shares_[index(self.id())];
    double rho = sum_over_nodes(self, share, dot(share.residual, share.residual));
    if (!append_and_check_residual(self, rho)) return;
    const double goal = options_.tolerance * std::sqrt(rho);
    for (std::uint64_t k = 1; k <= options_.most_iterations && std::sqrt(rho) > goal; ++k) {
      const double curvature = sum_over_nodes(self, share, multiply_matrix_by_direction(self, share));
      if (!(curvature > 0)) return record_nonpositive_curvature(self, curvature);
      const double alpha = rho / curvature;
      const double next = sum_over_nodes(self, share, update_iterate(self, share, alpha));
      if (!append_and_check_residual(self, next)) return;
      if (k == options_.iteration_number_of_kept_iterate) share.kept_iterate_values_of_node = share.iterate_values;
      update_search_direction(self, share, next / rho);
      rho = next;
    }
  }

  ConjugateGradientResult make_result(RunReport report, std::size_t order) const {
    throw_if_solver_broke_down();
    ConjugateGradientResult result{.report = std::move(report),
                                   .solution = gather_vector(&LinearSystemShare::iterate_values, order),
                                   .kept_iterate = {},
                                   .residual_norms = residual_norms_,
                                   .converged = residual_norms_.back() <= options_.tolerance * residual_norms_.front(),
                                   .phases = halo_exchange_.phases(),
                                   .halo_exchange_matrix = halo_exchange_.matrix(),
                                   .schedule_cost = halo_exchange_.schedule_cost()};
    if (options_.iteration_number_of_kept_iterate && result.iterations() >= *options_.iteration_number_of_kept_iterate)
      result.kept_iterate = gather_vector(&LinearSystemShare::kept_iterate_values_of_node, order);
    for (const LinearSystemShare& share : node_shares_) {
      result.computation_time = std::max(result.computation_time, share.computation_time);
      result.communication_time = std::max(result.communication_time, share.communication_time);
    }
    return result;
  }

 private:
  /// Runs `work` and charges the node the virtual time that `operations` floating-point operations
  /// and copying `copied` bytes take at the machine's rates.
  template <class Work>
  void compute_and_spend_time(Node& self, LinearSystemShare& share, std::size_t operations, std::size_t copied,
                              Work work) {
    const VirtualTime before = self.now();
    self.compute(self.rates().flop * static_cast<std::int64_t>(operations) + self.rates().copy * copied, work);
    share.computation_time += self.now() - before;
  }

  double sum_over_nodes(Node& self, LinearSystemShare& share, double part) {
    const VirtualTime before = self.now();
    const double sum = self.all_reduce(part, std::plus<>());
    share.communication_time += self.now() - before;
    return sum;
  }

  /// Computes this node's part of the product q = A d of the matrix and the search direction. Returns this node's part
  /// of the inner product d.q.
  double multiply_matrix_by_direction(Node& self, LinearSystemShare& share) {
    exchange_halo_values(self, share);
    double part = 0;
    compute_and_spend_time(
        self, share, 2 * (share.rows.entries.size() + share.product_of_matrix_and_direction.size()), 0, [&] {
          share.rows.multiply_by_vector(share.search_direction, share.product_of_matrix_and_direction);
          part = dot(share.own_search_direction(), share.product_of_matrix_and_direction);
        });
    return part;
  }

  void exchange_halo_values(Node& self, LinearSystemShare& share) {
    const NodeId me = self.id();
    compute_and_spend_time(self, share, 0, halo_bytes(share.rows.halo.sends), [&] { pack_halo_values(me, share); });
    const VirtualTime before = self.now();
    halo_exchange_.run_prepared_exchange(self);
    share.communication_time += self.now() - before;
    compute_and_spend_time(self, share, 0, halo_bytes(share.rows.halo.receives),
                           [&] { unpack_halo_values(me, share); });
  }

  static std::size_t halo_bytes(std::span<const HaloPart> parts) {
    std::size_t values = 0;
    for (const HaloPart& part : parts) values += part.vertices.size();
    return values * sizeof(double);
  }

  void pack_halo_values(NodeId me, const LinearSystemShare& share) {
    const auto& owned = share.rows.halo.owned_vertices;
    for (const HaloPart& part : share.rows.halo.sends) {
      std::byte* at = halo_exchange_.bytes_to_send(me, part.peer).data();
      for (const std::uint32_t vertex : part.vertices) {
        const auto place = static_cast<std::size_t>(std::ranges::lower_bound(owned, vertex) - owned.begin());
        std::memcpy(at, &share.search_direction[place], sizeof(double));
        at += sizeof(double);
      }
    }
  }

  void unpack_halo_values(NodeId me, LinearSystemShare& share) const {
    double* at = share.search_direction.data() + share.rows.own_row_count();
    for (const HaloPart& part : share.rows.halo.receives) {
      const std::span<const std::byte> values = halo_exchange_.received_bytes(part.peer, me);
      std::memcpy(at, values.data(), values.size());
      at += part.vertices.size();
    }
  }

  /// Adds alpha d to this node's part of the iterate x, and subtracts alpha q from its part of the residual r. Returns
  /// the node's part of the inner product r.r.
  double update_iterate(Node& self, LinearSystemShare& share, double alpha) {
    double part = 0;
    compute_and_spend_time(self, share, 6 * share.iterate_values.size(), 0, [&] {
      add_scaled_vector(share.iterate_values, alpha, share.own_search_direction());
      add_scaled_vector(share.residual, -alpha, share.product_of_matrix_and_direction);
      part = dot(share.residual, share.residual);
    });
    return part;
  }

  /// Computes this node's part of the next search direction, r + beta d, from the residual r and the search direction
  /// d.
  void update_search_direction(Node& self, LinearSystemShare& share, double beta) {
    compute_and_spend_time(self, share, 2 * share.residual.size(), 0, [&] {
      for (std::size_t i = 0; i < share.residual.size(); ++i)
        share.search_direction[i] = share.residual[i] + beta * share.search_direction[i];
    });
  }

  /// Appends the residual norm sqrt(rho) to the list of residuals. Only node 0 does so, as rho is the same on all
  /// nodes. Returns false if rho is not a finite number.
  bool append_and_check_residual(const Node& self, double rho) {
    if (self.id() == NodeId{0}) residual_norms_.push_back(std::sqrt(rho));
    return std::isfinite(rho);
  }
  void record_nonpositive_curvature(const Node& self, double curvature) {
    if (self.id() == NodeId{0}) nonpositive_curvature_ = curvature;
  }

  void throw_if_solver_broke_down() const {
    if (!std::isfinite(residual_norms_.back())) {
      throw UsageError(fmt::format("the residual is {} after iteration {}, as numbers have become too large",
                                   residual_norms_.back(), residual_norms_.size() - 1),
                       "scale the matrix, or use another one");
    }
    if (!nonpositive_curvature_) return;
    throw UsageError(fmt::format("the matrix is not positive definite, as d.Ad is {:.3g} in iteration {}",
                                 *nonpositive_curvature_, residual_norms_.size()),
                     "use another one");
  }

  std::vector<double> gather_vector(std::vector<double> LinearSystemShare::*part, std::size_t order) const {
    std::vector<double> all(order);
    for (const LinearSystemShare& share : node_shares_) {
      for (std::size_t i = 0; i < share.rows.own_row_count(); ++i)
        all[share.rows.halo.owned_vertices[i]] = (share.*part)[i];
    }
    return all;
  }

  ConjugateGradientOptions options_;
  PreparedExchange halo_exchange_;
  std::vector<LinearSystemShare> node_shares_;
  std::vector<double> residual_norms_;
  std::optional<double> nonpositive_curvature_;
};

}  // namespace

ConjugateGradientResult conjugate_gradient(const Machine& machine, const Algorithm& algorithm,
                                           const SparseMatrix& matrix, const Partition& partition,
                                           std::span<const double> right_side,
                                           const ConjugateGradientOptions& options) {
  check_symmetric_with_positive_diagonal(matrix, "conjugate_gradient");
  DistributedLinearSystem system(machine, algorithm, distribute_matrix_rows(matrix, partition), options);
  system.distribute_right_hand_side(right_side);
  RunReport report = run(
      machine, [&](Node& self) { system.run_iterations(self); }, options.run);
  return system.make_result(std::move(report), matrix.row_count());
}

std::vector<double> random_vector(std::uint32_t size, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<double> vector(size);
  for (double& value : vector) value = 2 * rng.unit() - 1;
  return vector;
}

}  // namespace switchyard
