/// \file topologies.cpp
/// MPI's functions on Cartesian and graph topologies. Ranks are reordered only in Cartesian grids and graphs, and only
/// in runs of a verification that tests whether a program relies on what the standard leaves open.
///
/// Source: MPI 3.1, sec. 7.5.

#include "runtime/programs/mpi/topologies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

/// Returns the communicator's topology of type `Kind`. Fails with MPI_ERR_TOPOLOGY if it has no
/// topology of this type.
template <class Kind>
const Kind& topology_of(const Communicator& comm) {
  const Kind* found = std::get_if<Kind>(&comm.topology);
  if (found == nullptr) fail(MPI_ERR_TOPOLOGY, "the communicator has no such topology");
  return *found;
}

void check_rank(const Communicator& comm, int rank) {
  if (rank < 0 || rank >= comm.size())
    fail(MPI_ERR_RANK, "there is no rank {}; ranks are 0 to {}", rank, comm.size() - 1);
}

/// Returns the first `count` members of a communicator, in the order of their ranks in a new topology. This is their
/// order in the communicator, unless the program lets MPI reorder the ranks and a verification tests whether the
/// program relies on their order: then it is the opposite order.
MemberNodes members_of_topology(const Call& call, const Communicator& comm, std::uint32_t count, int reorder) {
  MemberNodes members = comm.members();
  members.resize(count);
  const RunMode& mode = call.process.mode();
  if (reorder == 0 || count < 2 || mode.do_collectives_synchronise || mode.ranks_reordered_flag == nullptr)
    return members;
  std::ranges::reverse(members);
  *mode.ranks_reordered_flag = true;
  return members;
}

/// Copies values into an array of the program, which has `room` elements: as many values as fit.
template <class T>
void copy_values_to_program(const Call& call, const std::vector<T>& values, int room, int* into, const char* what) {
  const std::size_t count = std::min(values.size(), checked_nonnegative_count(room, "size of"));
  check_array(call, into, what, static_cast<std::int64_t>(count));
  for (std::size_t i = 0; i < count; ++i) into[i] = static_cast<int>(values[i]);
}

/// Returns the name and value of the argument `reorder` (whether MPI may reorder the ranks), for checking that all
/// members pass the same value (MPI 3.1, sec. 7.4 and 7.5.4).
std::pair<std::string, std::string> name_and_value_of_reorder_argument(int reorder) {
  return {"reorder", reorder != 0 ? "true" : "false"};
}

// --- Cartesian topologies -------------------------------------------------------------------------------------------

CartTopology checked_cart_topology(const Call& call, int ndims, const int* dims, const int* periods,
                                   const Communicator& comm) {
  if (ndims < 0) fail(MPI_ERR_DIMS, "ndims {} is negative", ndims);
  check_array(call, dims, "dims", ndims);
  check_array(call, periods, "periods", ndims);
  CartTopology cart;
  std::int64_t product = 1;
  for (int d = 0; d < ndims; ++d) {
    if (dims[d] <= 0) fail(MPI_ERR_DIMS, "dimension {} has length {}", d, dims[d]);
    product *= dims[d];
    if (product > comm.size())
      fail(MPI_ERR_DIMS, "the grid has more places than the communicator's {} processes", comm.size());
    cart.sizes.push_back(dims[d]);
    cart.periodic.push_back(periods[d] != 0);
  }
  return cart;
}

/// Returns a list of numbers as text, with `between` between two numbers, such as "4 x 1".
template <class Number>
std::string text_of_number_list(const std::vector<Number>& numbers, std::string_view between) {
  std::string text;
  for (const Number number : numbers)
    text += fmt::format("{}{}", text.empty() ? "" : between, static_cast<int>(number));
  return text;
}

void create_cart(Call& call, MPI_Comm comm, int ndims, const int* dims, const int* periods, int reorder,
                 MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(result, "comm_cart");
  const CartTopology cart = checked_cart_topology(call, ndims, dims, periods, *parent);
  *result = make_subcommunicator(
      call, *parent, members_of_topology(call, *parent, cart.size(), reorder), cart,
      {.arguments_equal_on_all_members = {{"grid", text_of_number_list(cart.sizes, " x ")},
                                          {"list of periods", text_of_number_list(cart.periodic, ", ")},
                                          name_and_value_of_reorder_argument(reorder)}});
}

/// A search for the lengths of the dimensions of a process grid (MPI_Dims_create). It finds lengths that are as close
/// to each other as the divisors of the number of processes allow: the difference between the longest and the shortest
/// is least. Among several lists with the same difference, it takes the one whose first lengths are shorter.
class BalancedDimensions {
 public:
  BalancedDimensions(int processes, std::size_t dimensions) {
    for (int divisor = 1; divisor <= processes / divisor; ++divisor) {
      if (processes % divisor != 0) continue;
      divisors_of_size_.push_back(divisor);
      if (divisor != processes / divisor) divisors_of_size_.push_back(processes / divisor);
    }
    std::ranges::sort(divisors_of_size_);
    try_remaining_dimension_lengths(processes, dimensions);
  }
  /// Returns the lengths of the grid's dimensions, from the longest to the shortest.
  const std::vector<int>& lengths() const noexcept { return best_dimension_lengths_; }

 private:
  static int length_difference(const std::vector<int>& lengths) { return lengths.front() - lengths.back(); }
  /// Returns the greatest length that the shortest of `dimensions` dimensions can have, if the product of all their
  /// lengths is `product`.
  static int upper_bound_of_shortest_dimension(int product, std::size_t dimensions) {
    return static_cast<int>(std::pow(product, 1.0 / static_cast<double>(dimensions)) + 1e-9);
  }

  /// Tries all lists of grid lengths for MPI_Dims_create that begin with the lengths in current_dimension_lengths_, and
  /// keeps the best list. `open` is the number of lengths that are still to be chosen, and `left` is what their product
  /// must be.
  void try_remaining_dimension_lengths(int left, std::size_t open) {
    if (open == 0) {
      if (left != 1) return;
      const bool is_better =
          best_dimension_lengths_.empty() ||
          length_difference(current_dimension_lengths_) < length_difference(best_dimension_lengths_) ||
          (length_difference(current_dimension_lengths_) == length_difference(best_dimension_lengths_) &&
           current_dimension_lengths_ < best_dimension_lengths_);
      if (is_better) best_dimension_lengths_ = current_dimension_lengths_;
      return;
    }
    const int most = current_dimension_lengths_.empty() ? left : std::min(left, current_dimension_lengths_.back());
    // The next length to choose is the longest of those that are still to be chosen.
    const int least = upper_bound_of_shortest_dimension(left, open);
    for (const int length : divisors_of_size_) {
      if (length < least || left % length != 0) continue;
      if (length > most) return;
      const int longest = current_dimension_lengths_.empty() ? length : current_dimension_lengths_.front();
      const int shortest = open == 1 ? length : upper_bound_of_shortest_dimension(left / length, open - 1);
      if (!best_dimension_lengths_.empty() && longest - shortest > length_difference(best_dimension_lengths_)) return;
      current_dimension_lengths_.push_back(length);
      try_remaining_dimension_lengths(left / length, open - 1);
      current_dimension_lengths_.pop_back();
    }
  }

  std::vector<int> divisors_of_size_, current_dimension_lengths_, best_dimension_lengths_;
};

/// Implements MPI_Dims_create.
void create_dims(Call& call, int nnodes, int ndims, int* dims) {
  if (ndims < 0) fail(MPI_ERR_DIMS, "ndims {} is negative", ndims);
  check_array(call, dims, "dims", ndims);
  if (nnodes <= 0) fail(MPI_ERR_ARG, "nnodes {} is not positive", nnodes);
  int left = nnodes;
  std::size_t open = 0;
  for (int d = 0; d < ndims; ++d) {
    if (dims[d] < 0) fail(MPI_ERR_DIMS, "dimension {} has length {}", d, dims[d]);
    if (dims[d] == 0) {
      ++open;
    } else if (left % dims[d] != 0) {
      fail(MPI_ERR_DIMS, "{} processes do not fill dimensions of the given lengths", nnodes);
    } else {
      left /= dims[d];
    }
  }
  if (open == 0) {
    if (left != 1) fail(MPI_ERR_DIMS, "{} processes do not fill dimensions of the given lengths", nnodes);
    return;
  }
  const BalancedDimensions balanced(left, open);
  auto next = balanced.lengths().begin();
  for (int d = 0; d < ndims; ++d) {
    if (dims[d] == 0) dims[d] = *next++;
  }
}

void cart_dimensions(Call& call, MPI_Comm comm, int* ndims) {
  check_pointer(ndims, "ndims");
  *ndims = static_cast<int>(topology_of<CartTopology>(*communicator_of(call, comm)).sizes.size());
}

void get_cart(Call& call, MPI_Comm comm, int maxdims, int* dims, int* periods, int* coords) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  const auto& cart = topology_of<CartTopology>(*on);
  copy_values_to_program(call, cart.sizes, maxdims, dims, "dims");
  copy_values_to_program(call, cart.periodic, maxdims, periods, "periods");
  copy_values_to_program(call, cart.coordinates_of(on->rank()), maxdims, coords, "coords");
}

/// Implements MPI_Cart_rank. Coordinates in periodic dimensions are taken modulo the length of the dimension; in other
/// dimensions they must be in range.
void cart_rank(Call& call, MPI_Comm comm, const int* coords, int* rank) {
  const auto& cart = topology_of<CartTopology>(*communicator_of(call, comm));
  check_array(call, coords, "coords", static_cast<std::int64_t>(cart.sizes.size()));
  check_pointer(rank, "rank");
  std::vector<int> inside(cart.sizes.size());
  for (std::size_t d = 0; d < inside.size(); ++d) {
    const int length = cart.sizes[d];
    inside[d] = cart.periodic[d] ? (coords[d] % length + length) % length : coords[d];
    if (inside[d] < 0 || inside[d] >= length)
      fail(MPI_ERR_ARG, "coordinate {} of dimension {} is outside of 0 to {}", coords[d], d, length - 1);
  }
  *rank = cart.rank_of(inside);
}

void cart_coordinates(Call& call, MPI_Comm comm, int rank, int maxdims, int* coords) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  const auto& cart = topology_of<CartTopology>(*on);
  check_rank(*on, rank);
  copy_values_to_program(call, cart.coordinates_of(rank), maxdims, coords, "coords");
}

int rank_at_distance(const CartTopology& cart, std::vector<int> coordinates, std::size_t dimension,
                     std::int64_t distance) {
  const int length = cart.sizes[dimension];
  const std::int64_t place = coordinates[dimension] + distance;
  if (!cart.periodic[dimension] && (place < 0 || place >= length)) return MPI_PROC_NULL;
  coordinates[dimension] = static_cast<int>((place % length + length) % length);
  return cart.rank_of(coordinates);
}

void cart_shift(Call& call, MPI_Comm comm, int direction, int distance, int* source, int* destination) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  const auto& cart = topology_of<CartTopology>(*on);
  check_pointer(source, "rank_source");
  check_pointer(destination, "rank_dest");
  if (direction < 0 || static_cast<std::size_t>(direction) >= cart.sizes.size())
    fail(MPI_ERR_DIMS, "there is no dimension {}; the topology has {}", direction, cart.sizes.size());
  const std::vector<int> own = cart.coordinates_of(on->rank());
  *source = rank_at_distance(cart, own, static_cast<std::size_t>(direction), -std::int64_t{distance});
  *destination = rank_at_distance(cart, own, static_cast<std::size_t>(direction), distance);
}

/// Implements MPI_Cart_sub. The communicators of all sub-grids get the same message context, since no node is in two
/// sub-grids.
void cart_sub(Call& call, MPI_Comm comm, const int* remain_dims, MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  const auto& cart = topology_of<CartTopology>(*parent);
  check_array(call, remain_dims, "remain_dims", static_cast<std::int64_t>(cart.sizes.size()));
  check_pointer(result, "newcomm");
  CartTopology left;
  for (std::size_t d = 0; d < cart.sizes.size(); ++d) {
    if (remain_dims[d] == 0) continue;
    left.sizes.push_back(cart.sizes[d]);
    left.periodic.push_back(cart.periodic[d]);
  }
  const std::vector<int> own = cart.coordinates_of(parent->rank());
  const auto is_in_own = [&](const std::vector<int>& coordinates) {
    for (std::size_t d = 0; d < own.size(); ++d) {
      if (remain_dims[d] == 0 && coordinates[d] != own[d]) return false;
    }
    return true;
  };
  MemberNodes members;
  for (int rank = 0; rank < parent->size(); ++rank) {
    if (is_in_own(cart.coordinates_of(rank))) members.push_back(parent->node_at(rank));
  }
  ComparedCollectiveCall compared;
  for (std::size_t d = 0; d < cart.sizes.size(); ++d)
    compared.arguments_equal_on_all_members.emplace_back(fmt::format("remain_dims[{}]", d),
                                                         remain_dims[d] == 0 ? "false" : "true");
  *result = make_subcommunicator(call, *parent, std::move(members), std::move(left), std::move(compared));
}

void map_cart(Call& call, MPI_Comm comm, int ndims, const int* dims, const int* periods, int* rank) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  check_pointer(rank, "newrank");
  const CartTopology cart = checked_cart_topology(call, ndims, dims, periods, *on);
  *rank = on->rank() < static_cast<int>(cart.size()) ? on->rank() : MPI_UNDEFINED;
}

// --- graph topologies -----------------------------------------------------------------------------------------------

GraphTopology checked_graph_topology(const Call& call, int nnodes, const int* index, const int* edges,
                                     const Communicator& comm) {
  if (nnodes < 0) fail(MPI_ERR_ARG, "nnodes {} is negative", nnodes);
  if (nnodes > comm.size())
    fail(MPI_ERR_ARG, "the graph has more nodes than the communicator's {} processes", comm.size());
  check_array(call, index, "index", nnodes);
  int before = 0;
  for (int i = 0; i < nnodes; ++i) {
    if (index[i] < before) fail(MPI_ERR_ARG, "index[{}] is {}, less than the one before", i, index[i]);
    before = index[i];
  }
  check_array(call, edges, "edges", before);
  for (int e = 0; e < before; ++e) {
    if (edges[e] < 0 || edges[e] >= nnodes) fail(MPI_ERR_ARG, "edges[{}] is {}, and no node of the graph", e, edges[e]);
  }
  return {.edge_ends_by_rank = {index, index + nnodes}, .edges = {edges, edges + before}};
}

void create_graph(Call& call, MPI_Comm comm, int nnodes, const int* index, const int* edges, int reorder,
                  MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(result, "comm_graph");
  const GraphTopology graph = checked_graph_topology(call, nnodes, index, edges, *parent);
  *result = make_subcommunicator(
      call, *parent, members_of_topology(call, *parent, static_cast<std::uint32_t>(nnodes), reorder), graph,
      {.arguments_equal_on_all_members = {{"index", text_of_number_list(graph.edge_ends_by_rank, ", ")},
                                          {"list of edges", text_of_number_list(graph.edges, ", ")},
                                          name_and_value_of_reorder_argument(reorder)}});
}

void graph_dimensions(Call& call, MPI_Comm comm, int* nnodes, int* nedges) {
  const auto& graph = topology_of<GraphTopology>(*communicator_of(call, comm));
  check_pointer(nnodes, "nnodes");
  check_pointer(nedges, "nedges");
  *nnodes = static_cast<int>(graph.edge_ends_by_rank.size());
  *nedges = static_cast<int>(graph.edges.size());
}

void get_graph(Call& call, MPI_Comm comm, int maxindex, int maxedges, int* index, int* edges) {
  const auto& graph = topology_of<GraphTopology>(*communicator_of(call, comm));
  copy_values_to_program(call, graph.edge_ends_by_rank, maxindex, index, "index");
  copy_values_to_program(call, graph.edges, maxedges, edges, "edges");
}

std::vector<int> neighbors_of(const Communicator& comm, int rank) {
  const auto& graph = topology_of<GraphTopology>(comm);
  check_rank(comm, rank);
  const auto place = static_cast<std::size_t>(rank);
  const auto begin = graph.edges.begin();
  return {begin + (rank == 0 ? 0 : graph.edge_ends_by_rank[place - 1]), begin + graph.edge_ends_by_rank[place]};
}

void get_neighbor_count(Call& call, MPI_Comm comm, int rank, int* count) {
  check_pointer(count, "nneighbors");
  *count = static_cast<int>(neighbors_of(*communicator_of(call, comm), rank).size());
}
void get_neighbors(Call& call, MPI_Comm comm, int rank, int room, int* result) {
  copy_values_to_program(call, neighbors_of(*communicator_of(call, comm), rank), room, result, "neighbors");
}

void map_graph(Call& call, MPI_Comm comm, int nnodes, const int* index, const int* edges, int* rank) {
  const CommunicatorPtr& on = communicator_of(call, comm);
  check_pointer(rank, "newrank");
  checked_graph_topology(call, nnodes, index, edges, *on);
  *rank = on->rank() < nnodes ? on->rank() : MPI_UNDEFINED;
}

// --- distributed graph topologies -----------------------------------------------------------------------------------

bool has_weights(const int* weights) { return weights != MPI_UNWEIGHTED; }

/// Checks the weights of the `count` edges that a program passes for a distributed graph. Needs: count > 0.
void check_weights(const Call& call, const int* weights, std::size_t count, const char* what) {
  if (weights == MPI_WEIGHTS_EMPTY) fail(MPI_ERR_ARG, "{} is MPI_WEIGHTS_EMPTY, and there are edges", what);
  check_array(call, weights, what, static_cast<std::int64_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    if (weights[i] < 0) fail(MPI_ERR_ARG, "entry {} of {} is {}, and weights are not negative", i, what, weights[i]);
  }
}

/// Returns the ranks of the array `what`, of which the argument `name_of_count` gives the number.
std::vector<int> checked_ranks(const Call& call, const Communicator& comm, std::int64_t count,
                               const char* name_of_count, const int* ranks, const char* what) {
  const std::size_t size = checked_nonnegative_count(count, name_of_count);
  check_array(call, ranks, what, count);
  for (std::size_t i = 0; i < size; ++i) check_rank(comm, ranks[i]);
  return {ranks, ranks + size};
}

std::vector<int> checked_weights(const Call& call, int count, const int* weights, const char* what) {
  if (!has_weights(weights) || count == 0) return {};
  check_weights(call, weights, static_cast<std::size_t>(count), what);
  return {weights, weights + count};
}

using GroupMessagesPtr = std::shared_ptr<const std::vector<GroupMessage>>;

/// Gathers the edges of a distributed graph from all members: each member tells the others its destinations. Returns
/// null if the run uses no communication schedules for exchanges among neighbours, because only schedules need the
/// edges of other members.
GroupMessagesPtr messages_of_all_members(Call& call, Communicator& comm, const std::vector<int>& destinations) {
  if (!comm.group().schedules_neighbor_exchanges()) return nullptr;
  const std::size_t own = destinations.size();
  std::size_t longest = 0;
  comm.group().all_reduce(
      std::span<const std::size_t>(&own, 1), std::span(&longest, 1),
      [](std::size_t a, std::size_t b) { return std::max(a, b); }, OperandOrder::free, call.site);
  std::vector<int> row(destinations), rows(longest * static_cast<std::size_t>(comm.size()));
  row.resize(longest, MPI_PROC_NULL);
  comm.group().all_gather(std::span<const int>(row), std::span(rows), call.site);
  auto messages = std::make_shared<std::vector<GroupMessage>>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == MPI_PROC_NULL) continue;
    messages->push_back({static_cast<std::uint32_t>(i / longest), static_cast<std::uint32_t>(rows[i])});
  }
  return messages;
}

struct Edge {
  int source, destination, weight;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Gathers on every member the edges that all members have passed to MPI_Dist_graph_create, and returns them.
std::vector<Edge> gather_edges_of_all_members(Call& call, Communicator& comm, const std::vector<Edge>& own) {
  const std::size_t mine = own.size();
  std::vector<std::size_t> counts(static_cast<std::size_t>(comm.size()));
  comm.group().all_gather(std::span<const std::size_t>(&mine, 1), std::span(counts), call.site);
  std::vector<Edge> all(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  comm.group().all_gather(std::span<const Edge>(own), std::span(all), contiguous_blocks(counts), call.site);
  return all;
}

/// Returns the arguments of a call that makes a distributed graph, as far as they must be equal on all members. Whether
/// edges have weights must be equal only on those members that pass edges (MPI 3.1, sec. 7.5.4).
ComparedCollectiveCall distributed_graph_arguments_to_compare(int reorder, bool gives_edges, bool are_weighted) {
  ComparedCollectiveCall compared{.arguments_equal_on_all_members = {name_and_value_of_reorder_argument(reorder)}};
  if (gives_edges)
    compared.arguments_equal_on_all_members.emplace_back("kind of weights",
                                                         are_weighted ? "an array" : "MPI_UNWEIGHTED");
  return compared;
}

/// If the run looks for defects, fails unless each edge of a distributed graph was passed by both of its ends, with the
/// same weight. Has no effect if calls wait only where the standard requires it, as the members would wait for each
/// other here.
void check_edges_agree_on_both_ends(Call& call, Communicator& comm, const DistGraphTopology& graph) {
  if (!call.state.history || waits_only_where_required(call)) return;
  const auto weight = [](const std::vector<int>& weights, std::size_t i) { return weights.empty() ? 1 : weights[i]; };
  std::vector<Edge> in, out;
  for (std::size_t i = 0; i < graph.sources.size(); ++i)
    in.push_back({graph.sources[i], comm.rank(), weight(graph.source_weights, i)});
  for (std::size_t i = 0; i < graph.destinations.size(); ++i)
    out.push_back({comm.rank(), graph.destinations[i], weight(graph.destination_weights, i)});
  in = gather_edges_of_all_members(call, comm, in);
  out = gather_edges_of_all_members(call, comm, out);
  std::ranges::sort(in);
  std::ranges::sort(out);
  if (in == out) return;
  const auto [at_in, at_out] = std::ranges::mismatch(in, out);
  const bool is_of_destination = at_out == out.end() || (at_in != in.end() && *at_in < *at_out);
  const Edge& edge = is_of_destination ? *at_in : *at_out;
  fail(DefectClass::parameter_matching, MPI_ERR_TOPOLOGY,
       "only rank {} names the edge from rank {} to rank {} with the weight {}; both must name it",
       is_of_destination ? edge.destination : edge.source, edge.source, edge.destination, edge.weight);
}

void create_adjacent(Call& call, MPI_Comm comm, int indegree, const int* sources, const int* source_weights,
                     int outdegree, const int* destinations, const int* destination_weights, MPI_Info info, int reorder,
                     MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(result, "comm_dist_graph");
  info_or_empty(call, info);
  DistGraphTopology graph;
  graph.sources = checked_ranks(call, *parent, indegree, "indegree", sources, "sources");
  graph.destinations = checked_ranks(call, *parent, outdegree, "outdegree", destinations, "destinations");
  graph.source_weights = checked_weights(call, indegree, source_weights, "sourceweights");
  graph.destination_weights = checked_weights(call, outdegree, destination_weights, "destweights");
  if (indegree > 0 && outdegree > 0 && has_weights(source_weights) != has_weights(destination_weights))
    fail(MPI_ERR_ARG, "only one of sourceweights and destweights is MPI_UNWEIGHTED");
  graph.is_weighted = has_weights(indegree > 0 || outdegree == 0 ? source_weights : destination_weights);
  graph.edges_of_all_members = messages_of_all_members(call, *parent, graph.destinations);
  *result = make_subcommunicator(
      call, *parent, parent->members(), graph,
      distributed_graph_arguments_to_compare(reorder, indegree > 0 || outdegree > 0, graph.is_weighted));
  check_edges_agree_on_both_ends(call, *parent, graph);
}

std::vector<Edge> checked_edges(const Call& call, const Communicator& comm, int n, const int* sources,
                                const int* degrees, const int* destinations, const int* weights) {
  const std::vector<int> from = checked_ranks(call, comm, n, "n", sources, "sources");
  check_array(call, degrees, "degrees", n);
  std::size_t edge_count = 0;
  for (std::size_t i = 0; i < from.size(); ++i) edge_count += checked_nonnegative_count(degrees[i], "degree");
  const std::vector<int> to = checked_ranks(call, comm, static_cast<std::int64_t>(edge_count), "the sum of degrees",
                                            destinations, "destinations");
  if (has_weights(weights) && edge_count > 0) check_weights(call, weights, edge_count, "weights");
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (int left = degrees[i]; left > 0; --left) {
      const std::size_t at = edges.size();
      edges.push_back({from[i], to[at], has_weights(weights) ? weights[at] : 1});
    }
  }
  return edges;
}

void create_distributed(Call& call, MPI_Comm comm, int n, const int* sources, const int* degrees,
                        const int* destinations, const int* weights, MPI_Info info, int reorder, MPI_Comm* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(result, "comm_dist_graph");
  info_or_empty(call, info);
  const auto own = checked_edges(call, *parent, n, sources, degrees, destinations, weights);
  DistGraphTopology graph;
  graph.is_weighted = has_weights(weights);
  auto messages = std::make_shared<std::vector<GroupMessage>>();
  for (const Edge& edge : gather_edges_of_all_members(call, *parent, own)) {
    messages->push_back({static_cast<std::uint32_t>(edge.source), static_cast<std::uint32_t>(edge.destination)});
    if (edge.source == parent->rank()) {
      graph.destinations.push_back(edge.destination);
      graph.destination_weights.push_back(edge.weight);
    }
    if (edge.destination == parent->rank()) {
      graph.sources.push_back(edge.source);
      graph.source_weights.push_back(edge.weight);
    }
  }
  graph.edges_of_all_members = std::move(messages);
  const ComparedCollectiveCall compared =
      distributed_graph_arguments_to_compare(reorder, !own.empty(), graph.is_weighted);
  *result = make_subcommunicator(call, *parent, parent->members(), std::move(graph), compared);
}

void get_dist_graph_neighbor_counts(Call& call, MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
  const auto& graph = topology_of<DistGraphTopology>(*communicator_of(call, comm));
  check_pointer(indegree, "indegree");
  check_pointer(outdegree, "outdegree");
  check_pointer(weighted, "weighted");
  *indegree = static_cast<int>(graph.sources.size());
  *outdegree = static_cast<int>(graph.destinations.size());
  *weighted = graph.is_weighted ? 1 : 0;
}

void distributed_neighbors(Call& call, MPI_Comm comm, int indegree, int* sources, int* source_weights, int outdegree,
                           int* destinations, int* destination_weights) {
  const auto& graph = topology_of<DistGraphTopology>(*communicator_of(call, comm));
  copy_values_to_program(call, graph.sources, indegree, sources, "sources");
  copy_values_to_program(call, graph.destinations, outdegree, destinations, "destinations");
  if (!graph.is_weighted) return;
  if (has_weights(source_weights))
    copy_values_to_program(call, graph.source_weights, indegree, source_weights, "sourceweights");
  if (has_weights(destination_weights))
    copy_values_to_program(call, graph.destination_weights, outdegree, destination_weights, "destweights");
}

void test_topology(Call& call, MPI_Comm comm, int* kind) {
  check_pointer(kind, "status");
  constexpr int kKinds[]{MPI_UNDEFINED, MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH};
  *kind = kKinds[communicator_of(call, comm)->topology.index()];
}

/// Returns the ranks of the neighbours of a rank on a Cartesian grid: for each dimension, first the neighbour with the
/// lower coordinate, and then the one with the higher coordinate.
std::vector<int> neighbors_on_grid(const CartTopology& cart, int rank) {
  const std::vector<int> own = cart.coordinates_of(rank);
  std::vector<int> all;
  for (std::size_t d = 0; d < own.size(); ++d) {
    for (const int distance : {-1, 1}) all.push_back(rank_at_distance(cart, own, d, distance));
  }
  return all;
}

}  // namespace

Neighbors neighbors_of_this_member(const Communicator& comm) {
  if (const auto* graph = std::get_if<DistGraphTopology>(&comm.topology)) return {graph->sources, graph->destinations};
  const auto* cart = std::get_if<CartTopology>(&comm.topology);
  std::vector<int> all = cart != nullptr ? neighbors_on_grid(*cart, comm.rank()) : neighbors_of(comm, comm.rank());
  return {all, all};
}

namespace {

/// Returns the messages that all members of a communicator send in an exchange among the neighbours in its topology,
/// with sources and destinations as ranks.
std::vector<GroupMessage> messages_among_neighbors(const Communicator& comm) {
  if (const auto* graph = std::get_if<DistGraphTopology>(&comm.topology)) {
    return graph->edges_of_all_members ? *graph->edges_of_all_members : std::vector<GroupMessage>();
  }
  const auto* cart = std::get_if<CartTopology>(&comm.topology);
  std::vector<GroupMessage> all;
  for (int rank = 0; rank < comm.size(); ++rank) {
    for (const int to : cart != nullptr ? neighbors_on_grid(*cart, rank) : neighbors_of(comm, rank)) {
      if (to != MPI_PROC_NULL) all.push_back({static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(to)});
    }
  }
  return all;
}

}  // namespace

PersistentExchange* neighbor_exchange_of(Communicator& comm) {
  if (!comm.group().schedules_neighbor_exchanges()) return nullptr;
  const auto* graph = std::get_if<DistGraphTopology>(&comm.topology);
  if (graph != nullptr && !graph->edges_of_all_members) return nullptr;
  if (!comm.neighbor_exchange) {
    comm.neighbor_exchange = std::make_unique<PersistentExchange>(comm.group(), messages_among_neighbors(comm));
  }
  return comm.neighbor_exchange.get();
}

SymbolBindings topology_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Cart_create, create_cart);
    SWITCHYARD_MPI_BIND(list, Dims_create, create_dims);
    SWITCHYARD_MPI_BIND(list, Cartdim_get, cart_dimensions);
    SWITCHYARD_MPI_BIND(list, Cart_get, get_cart);
    SWITCHYARD_MPI_BIND(list, Cart_rank, cart_rank);
    SWITCHYARD_MPI_BIND(list, Cart_coords, cart_coordinates);
    SWITCHYARD_MPI_BIND(list, Cart_shift, cart_shift);
    SWITCHYARD_MPI_BIND(list, Cart_sub, cart_sub);
    SWITCHYARD_MPI_BIND(list, Cart_map, map_cart);
    SWITCHYARD_MPI_BIND(list, Graph_create, create_graph);
    SWITCHYARD_MPI_BIND(list, Graphdims_get, graph_dimensions);
    SWITCHYARD_MPI_BIND(list, Graph_get, get_graph);
    SWITCHYARD_MPI_BIND(list, Graph_neighbors_count, get_neighbor_count);
    SWITCHYARD_MPI_BIND(list, Graph_neighbors, get_neighbors);
    SWITCHYARD_MPI_BIND(list, Graph_map, map_graph);
    SWITCHYARD_MPI_BIND(list, Dist_graph_create_adjacent, create_adjacent);
    SWITCHYARD_MPI_BIND(list, Dist_graph_create, create_distributed);
    SWITCHYARD_MPI_BIND(list, Dist_graph_neighbors_count, get_dist_graph_neighbor_counts);
    SWITCHYARD_MPI_BIND(list, Dist_graph_neighbors, distributed_neighbors);
    SWITCHYARD_MPI_BIND(list, Topo_test, test_topology);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
