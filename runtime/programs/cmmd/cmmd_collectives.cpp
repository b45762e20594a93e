/// \file cmmd_collectives.cpp
/// Provides the global operations of CMMD. They are collectives of a Group of all nodes. As in CMMD, they use the
/// CM-5's control network even where messages would be faster.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

#include "runtime/misuse.hpp"
#include "runtime/programs/cmmd/cmmd.hpp"

namespace switchyard {
namespace {

// The following enumerations have the same values as the enumerations of cmmd.h.
enum class ReductionOperator : unsigned { add, max, min, inclusive_or, exclusive_or };
enum class Direction : unsigned { upward, downward };
enum class ScanSegmentMode : unsigned { none, bit_marks_first_scanned_node, bit_marks_lowest_node_of_segment };
enum class ScanInclusion : unsigned { inclusive_scan, exclusive_scan };
enum class ValueType : unsigned { signed_int, unsigned_int, float_value, double_value };

template <class T>
T combine_values_by_operator(ReductionOperator how, T a, T b) {
  switch (how) {
    case ReductionOperator::max:
      return std::max(a, b);
    case ReductionOperator::min:
      return std::min(a, b);
    case ReductionOperator::inclusive_or:
      if constexpr (std::is_integral_v<T>) return a | b;
      break;
    case ReductionOperator::exclusive_or:
      if constexpr (std::is_integral_v<T>) return a ^ b;
      break;
    case ReductionOperator::add:
      break;
  }
  if constexpr (std::is_integral_v<T>) {  // sums of integers wrap around, as on the CM-5
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  } else {
    return a + b;
  }
}

/// Returns the result that an exclusive scan gives to the first node of a segment, which has no
/// node before it.
template <class T>
T identity_value_of(ReductionOperator how) {
  if (how == ReductionOperator::max) return std::numeric_limits<T>::lowest();
  if (how == ReductionOperator::min) return std::numeric_limits<T>::max();
  return T{};
}

template <class T>
void check_combiner(ReductionOperator how, const char* name, CallSite site) {
  if (how > ReductionOperator::exclusive_or)
    throw misuse_error(name, site, fmt::format("there is no combiner {}", static_cast<unsigned>(how)));
  if (!std::is_integral_v<T> && how >= ReductionOperator::inclusive_or)
    throw misuse_error(name, site, "or and exclusive or are not for floating-point numbers");
}

/// Makes a reduction operation whose id is `number`. Nodes whose operations in one collective have different ids are
/// reported as an error.
template <class T, class Op>
Operation operation_with_id(Op op, std::uint64_t number) {
  Operation operation = make_byte_operation<T>(op);
  operation.id = number;
  return operation;
}

template <class T>
Operation operation_of(ReductionOperator how) {
  return operation_with_id<T>([how](T a, T b) { return combine_values_by_operator(how, a, b); },
                              static_cast<std::uint64_t>(how));
}

void run_on_control_network(Group& everyone, GroupCall call, CallSite site) {
  call.algorithm = CollectiveAlgorithm::machine;
  everyone.run(std::move(call), site);
}

// --- reductions -----------------------------------------------------------------------------------------------------

template <class T>
T reduce(const NamedCall* call, T value, ReductionOperator how) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    check_combiner<T>(how, "CMMD_reduce", site_of(call));
    T result = value;
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(&result, 1));
    run_on_control_network(state.group_of_all_nodes(node),
                           GroupCall::all_reduce_or_scan(Collective::all_reduce, bytes, bytes, operation_of<T>(how)),
                           site_of(call));
    return result;
  });
}

template <class T>
void reduce_values(CmmdState& state, void* to, const void* from, int count, ReductionOperator how, CallSite site) {
  check_combiner<T>(how, "CMMD_reduce_v", site);
  if (count < 0) throw misuse_error("CMMD_reduce_v", site, fmt::format("the count {} is negative", count));
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
  const std::span in(static_cast<const std::byte*>(from), bytes);
  const std::span out(static_cast<std::byte*>(to), bytes);
  check_readable(in);
  check_writable(out);
  check_memory_of_call(state.process(), "CMMD_reduce_v", site, in, ReadOrWrite::reads);
  check_memory_of_call(state.process(), "CMMD_reduce_v", site, out, ReadOrWrite::writes);
  run_on_control_network(state.group_of_all_nodes(state.process().node()),
                         GroupCall::all_reduce_or_scan(Collective::all_reduce, in, out, operation_of<T>(how)), site);
}

void reduce_vector(const NamedCall* call, void* to, const void* from, int count, ReductionOperator how,
                   ValueType type) {
  run_cmmd_call(call, [=](Node&, CmmdState& state) {
    const CallSite site = site_of(call);
    switch (type) {
      case ValueType::signed_int:
        return reduce_values<int>(state, to, from, count, how, site);
      case ValueType::unsigned_int:
        return reduce_values<unsigned>(state, to, from, count, how, site);
      case ValueType::float_value:
        return reduce_values<float>(state, to, from, count, how, site);
      case ValueType::double_value:
        return reduce_values<double>(state, to, from, count, how, site);
    }
    throw misuse_error("CMMD_reduce_v", site, fmt::format("there is no type {}", static_cast<unsigned>(type)));
  });
}

// --- scans (parallel prefix operations) ------------------------------------------------------------------------------

struct ScanKind {
  ReductionOperator combining_operation;
  Direction direction;
  ScanSegmentMode segment_mode;
  ScanInclusion scan_inclusion;

  std::uint64_t operation_number() const noexcept {
    return static_cast<std::uint64_t>(combining_operation) + 8 * static_cast<std::uint64_t>(direction) +
           16 * static_cast<std::uint64_t>(segment_mode) + 64 * static_cast<std::uint64_t>(scan_inclusion);
  }
};

/// The partial result of a segmented scan (parallel prefix) over some neighbouring nodes: the combined values since the
/// beginning of the segment in which the last of these nodes is.
template <class T>
struct PartialScan {
  T inclusive_scan_value;
  T exclusive_scan_value;
  std::uint8_t has_scan_segment_start;  ///< whether a segment begins at one of the nodes
  /// Whether some node before the last one is in the same segment as the last one.
  std::uint8_t has_preceding_node_in_scan_segment;
};

/// Combines the partial results of a segmented scan (parallel prefix) over two adjacent groups of nodes.
template <class T>
PartialScan<T> combine_adjacent_partial_scans(ReductionOperator how, const PartialScan<T>& left,
                                              const PartialScan<T>& right) {
  if (right.has_scan_segment_start != 0) return right;
  PartialScan<T> both = left;
  both.inclusive_scan_value = combine_values_by_operator(how, left.inclusive_scan_value, right.inclusive_scan_value);
  both.exclusive_scan_value =
      right.has_preceding_node_in_scan_segment != 0
          ? combine_values_by_operator(how, left.inclusive_scan_value, right.exclusive_scan_value)
          : left.inclusive_scan_value;
  both.has_preceding_node_in_scan_segment = 1;
  return both;
}

template <class T>
T scan_result_of(const ScanKind& kind, const PartialScan<T>& run) {
  if (kind.scan_inclusion == ScanInclusion::inclusive_scan) return run.inclusive_scan_value;
  return run.has_preceding_node_in_scan_segment != 0 ? run.exclusive_scan_value
                                                     : identity_value_of<T>(kind.combining_operation);
}

template <class T>
PartialScan<T> partial_scan_of_single_node(T value, bool begins) {
  return {value, value, static_cast<std::uint8_t>(begins ? 1 : 0), 0};
}

template <class T>
T scan_from_first_to_last_node(Group& everyone, const ScanKind& kind, T value, bool begins, CallSite site) {
  if (kind.segment_mode == ScanSegmentMode::none && kind.scan_inclusion == ScanInclusion::inclusive_scan) {
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(&value, 1));
    run_on_control_network(
        everyone,
        GroupCall::all_reduce_or_scan(Collective::scan, bytes, bytes, operation_of<T>(kind.combining_operation)), site);
    return value;
  }
  PartialScan<T> run = partial_scan_of_single_node(value, begins);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(&run, 1));
  const auto join = [how = kind.combining_operation](const PartialScan<T>& a, const PartialScan<T>& b) {
    return combine_adjacent_partial_scans(how, a, b);
  };
  run_on_control_network(
      everyone,
      GroupCall::all_reduce_or_scan(Collective::scan, bytes, bytes,
                                    operation_with_id<PartialScan<T>>(join, kind.operation_number())),
      site);
  return scan_result_of(kind, run);
}

template <class T>
struct ValueAndSegmentBit {
  T value;
  std::uint32_t bit;
};

/// Carries out a scan (parallel prefix) from the last node to the first. The emulated control network scans only from
/// the first node to the last, so that each node gathers all values and computes its result itself.
template <class T>
T scan_from_last_to_first_node(Group& everyone, const ScanKind& kind, T value, bool bit, CallSite site) {
  std::vector<ValueAndSegmentBit<T>> all(everyone.size());
  all[everyone.rank()] = {value, bit ? 1U : 0U};
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(all));
  run_on_control_network(
      everyone,
      GroupCall::all_reduce_or_scan(Collective::all_reduce, bytes, bytes,
                                    operation_with_id<std::byte>(std::bit_or<>{}, kind.operation_number())),
      site);
  PartialScan<T> run = partial_scan_of_single_node(all.back().value, true);
  for (std::size_t i = all.size() - 1; i-- > everyone.rank();) {
    const bool begins = kind.segment_mode != ScanSegmentMode::none &&
                        all[kind.segment_mode == ScanSegmentMode::bit_marks_first_scanned_node ? i : i + 1].bit != 0;
    run = combine_adjacent_partial_scans(kind.combining_operation, run,
                                         partial_scan_of_single_node(all[i].value, begins));
  }
  return scan_result_of(kind, run);
}

template <class T>
T scan(const NamedCall* call, T value, ReductionOperator how, Direction direction, ScanSegmentMode mode, int bit,
       ScanInclusion inclusion) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CallSite site = site_of(call);
    check_combiner<T>(how, "CMMD_scan", site);
    if (direction > Direction::downward || mode > ScanSegmentMode::bit_marks_lowest_node_of_segment ||
        inclusion > ScanInclusion::exclusive_scan)
      throw misuse_error("CMMD_scan", site, "there is no such direction, mode of segments or inclusion");
    const ScanKind kind{how, direction, mode, inclusion};
    const bool begins = mode != ScanSegmentMode::none && bit != 0;
    Group& everyone = state.group_of_all_nodes(node);
    return direction == Direction::upward ? scan_from_first_to_last_node(everyone, kind, value, begins, site)
                                          : scan_from_last_to_first_node(everyone, kind, value, begins, site);
  });
}

// --- barrier, concatenation, broadcast and global OR -----------------------------------------------------------------

void synchronize_with_nodes(const NamedCall* call) {
  run_cmmd_call(call, [=](Node& node, CmmdState&) { node.barrier(site_of(call)); });
}

void concatenate_over_nodes(const NamedCall* call, const void* element, void* all, int length) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const auto mine = checked_send_buffer(element, length, "CMMD_concat_with_nodes", site_of(call));
    const std::span room(static_cast<std::byte*>(all), mine.size() * node.node_count());
    check_writable(room);
    check_memory_of_call(state.process(), "CMMD_concat_with_nodes", site_of(call), mine, ReadOrWrite::reads);
    check_memory_of_call(state.process(), "CMMD_concat_with_nodes", site_of(call), room, ReadOrWrite::writes);
    state.group_of_all_nodes(node).all_gather(mine, room, site_of(call));
  });
}

/// Returns the node that broadcasts. Receivers do not name this node in their calls, so that all nodes agree on it by a
/// reduction. Throws UsageError if no node or several nodes broadcast.
NodeId agreed_root(Group& everyone, bool sends, const char* name, CallSite site) {
  constexpr std::uint32_t kNone = 0, kSeveral = ~std::uint32_t{0};
  std::uint32_t root = sends ? everyone.rank() + 1 : kNone;
  const auto join = [](std::uint32_t a, std::uint32_t b) {
    if (a == kNone || b == kNone) return a | b;
    return kSeveral;
  };
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(&root, 1));
  constexpr std::uint64_t kNumber = 1U << 16U;
  run_on_control_network(everyone,
                         GroupCall::all_reduce_or_scan(Collective::all_reduce, bytes, bytes,
                                                       operation_with_id<std::uint32_t>(join, kNumber)),
                         site);
  const auto refuse = [&](const char* what, DefectClass defect) {
    throw error_with_defect_class(misuse_error(name, site, what), defect);
  };
  if (root == kNone) refuse("no node broadcasts, and all receive", DefectClass::deadlock);
  if (root == kSeveral) refuse("several nodes broadcast at once", DefectClass::parameter_matching);
  return NodeId{root - 1};
}

void broadcast(const NamedCall* call, const char* name, void* buffer, int length, bool sends) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const std::size_t bytes = sends ? checked_send_buffer(buffer, length, name, site_of(call)).size()
                                    : checked_receive_buffer(buffer, length, name, site_of(call)).size();
    const std::span data(static_cast<std::byte*>(buffer), bytes);
    check_memory_of_call(state.process(), name, site_of(call), data, sends ? ReadOrWrite::reads : ReadOrWrite::writes);
    Group& everyone = state.group_of_all_nodes(node);
    const NodeId root = agreed_root(everyone, sends, name, site_of(call));
    run_on_control_network(everyone, GroupCall::broadcast(index(root), data), site_of(call));
  });
}
void broadcast_to_nodes(const NamedCall* call, const void* buffer, int length) {
  broadcast(call, "CMMD_bc_to_nodes", const_cast<void*>(buffer), length, true);  // the sender's buffer is only read
}
void receive_broadcast(const NamedCall* call, void* buffer, int length) {
  broadcast(call, "CMMD_receive_bc_from_node", buffer, length, false);
}

/// Sets this node's bit of CMMD's global OR, which is set if any node's bit is. The bit is set inside the condition of
/// a poll, because the emulator evaluates the conditions of polls in the order of virtual time;
/// read_global_logical_or() reads the bits inside such a condition, too.
void set_own_bit_of_global_or(const NamedCall* call, int value) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    CmmdRun& run = state.shared_run_state();
    const NodeId me = node.id();
    node.poll_until(
        [&run, me, value] {
          run.set_global_logical_or_flag_of_node(me, value != 0);
          return true;
        },
        site_of(call));
  });
}
int read_global_logical_or(const NamedCall* call) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    // Lets virtual time pass, so that a loop ends that calls this function until the global OR is set.
    node.compute(node.rates().poll, site_of(call));
    bool is_set = false;
    node.poll_until(
        [&run = state.shared_run_state(), &is_set] {
          is_set = run.is_any_global_logical_or_flag_set();
          return true;
        },
        site_of(call));
    return is_set ? 1 : 0;
  });
}

const SymbolBinding kCmmdCollectiveBindings[] = {
    SWITCHYARD_CMMD_BIND("CMMD_sync_with_nodes", synchronize_with_nodes),
    SWITCHYARD_CMMD_BIND("CMMD_reduce_int", reduce<int>),
    SWITCHYARD_CMMD_BIND("CMMD_reduce_uint", reduce<unsigned>),
    SWITCHYARD_CMMD_BIND("CMMD_reduce_float", reduce<float>),
    SWITCHYARD_CMMD_BIND("CMMD_reduce_double", reduce<double>),
    SWITCHYARD_CMMD_BIND("CMMD_reduce_v", reduce_vector),
    SWITCHYARD_CMMD_BIND("CMMD_scan_int", scan<int>),
    SWITCHYARD_CMMD_BIND("CMMD_scan_uint", scan<unsigned>),
    SWITCHYARD_CMMD_BIND("CMMD_scan_float", scan<float>),
    SWITCHYARD_CMMD_BIND("CMMD_scan_double", scan<double>),
    SWITCHYARD_CMMD_BIND("CMMD_concat_with_nodes", concatenate_over_nodes),
    SWITCHYARD_CMMD_BIND("CMMD_bc_to_nodes", broadcast_to_nodes),
    SWITCHYARD_CMMD_BIND("CMMD_receive_bc_from_node", receive_broadcast),
    SWITCHYARD_CMMD_BIND("CMMD_set_global_or", set_own_bit_of_global_or),
    SWITCHYARD_CMMD_BIND("CMMD_get_global_or", read_global_logical_or),
};

}  // namespace

SymbolBindings cmmd_collective_bindings() { return kCmmdCollectiveBindings; }

}  // namespace switchyard
