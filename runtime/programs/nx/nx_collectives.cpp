/// \file nx_collectives.cpp
/// Provides the global operations of NX. They are carried out by the collectives of a Group of all nodes.

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "runtime/misuse.hpp"
#include "runtime/programs/nx/nx.hpp"

namespace switchyard {
namespace {

void synchronize_all_nodes(const NamedCall* call) {
  run_due_handlers(call);
  run_nx_call(call, [=](Node& node, NxState&) { node.barrier(site_of(call)); });
  run_due_handlers(call);
}

std::size_t checked_byte_count(const void* memory, long count, const char* call, CallSite site) {
  if (count < 0) throw misuse_error(call, site, fmt::format("the length {} is negative", count));
  if (memory == nullptr && count > 0) throw misuse_error(call, site, "the array is a null pointer");
  return static_cast<std::size_t>(count);
}

/// Gathers one block of bytes from each node, in the order of the nodes, on all nodes. `lengths` has the number of
/// bytes of each block.
void gather_blocks(NxState& state, const char* call, const void* x, const std::vector<std::size_t>& lengths, void* y,
                   CallSite site) {
  Group& everyone = state.group_of_all_nodes(state.process().node());
  const std::span<const std::byte> in(static_cast<const std::byte*>(x), lengths[everyone.rank()]);
  const std::size_t bytes = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  const std::span<std::byte> all(static_cast<std::byte*>(y), bytes);
  check_readable(in);
  check_writable(all);
  check_memory_of_call(state.process(), call, site, in, ReadOrWrite::reads);
  check_memory_of_call(state.process(), call, site, all, ReadOrWrite::writes);
  everyone.all_gather(in, all, contiguous_blocks(lengths), site);
}

template <class Integer>
void concatenate_blocks_of_given_lengths(const NamedCall* call, const void* x, const Integer* x_bytes, void* y) {
  run_nx_call(call, [=](Node& node, NxState& state) {
    check_readable(x_bytes, node.node_count() * sizeof *x_bytes);
    std::vector<std::size_t> lengths;
    for (std::uint32_t i = 0; i < node.node_count(); ++i)
      lengths.push_back(checked_byte_count(x_bytes, x_bytes[i], "gcolx", site_of(call)));
    gather_blocks(state, "gcolx", x, lengths, y, site_of(call));
  });
}

template <class Integer>
void concatenate_blocks_of_unknown_lengths(const NamedCall* call, const void* x, long x_bytes, void* y, long y_bytes,
                                           Integer* count) {
  run_nx_call(call, [=](Node& node, NxState& state) {
    const std::size_t mine = checked_byte_count(x, x_bytes, "gcol", site_of(call));
    checked_byte_count(y, y_bytes, "gcol", site_of(call));
    std::vector<std::size_t> lengths(node.node_count());
    state.group_of_all_nodes(node).all_gather(std::span<const std::size_t>(&mine, 1), std::span(lengths),
                                              site_of(call));
    const std::size_t bytes = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
    if (bytes > static_cast<std::size_t>(y_bytes)) {
      throw error_with_defect_class(
          misuse_error("gcol", site_of(call),
                       fmt::format("the nodes have {} B, and there is room for {} B", bytes, y_bytes)),
          DefectClass::parameter_matching);
    }
    gather_blocks(state, "gcol", x, lengths, y, site_of(call));
    if (count == nullptr) return;
    check_writable(count, sizeof *count);
    *count = static_cast<Integer>(bytes);
  });
}

/// Carries out gopf: reduces one value of each node by a function of the program, which combines two values and stores
/// the result in its first argument.
void reduce_by_program_function(const NamedCall* call, void* x, long bytes, void* /*work*/,
                                long (*combine)(void*, void*)) {
  Process& process = *t_process;
  run_nx_call(call, [=, &process](Node& node, NxState& state) {
    const std::size_t size = checked_byte_count(x, bytes, "gopf", site_of(call));
    const Operation operation{
        .element_bytes = size,
        .combine_elements =
            [=, &process](std::byte* into, const std::byte* left, const std::byte* right, std::size_t /*count*/) {
              std::vector<std::byte> a(left, left + size), b(right, right + size);
              t_process = &process;
              combine(a.data(), b.data());
              t_process = nullptr;
              std::copy(a.begin(), a.end(), into);
            },
        .operand_order = OperandOrder::kept};
    const std::span<std::byte> value(static_cast<std::byte*>(x), size);
    check_writable(value);
    check_memory_of_call(state.process(), "gopf", site_of(call), value, ReadOrWrite::writes);
    state.group_of_all_nodes(node).run(GroupCall::all_reduce_or_scan(Collective::all_reduce, value, value, operation),
                                       site_of(call));
  });
}

/// Combines the arrays `x` of all nodes element by element, in any order of the nodes. All nodes get bitwise identical
/// results.
template <class T, class Op>
void combine_over_all_nodes(const NamedCall* call, T* x, long n, T* /*work*/) {
  run_nx_call(call, [=](Node& node, NxState& state) {
    const CallSite site = site_of(call);
    const std::string name(site.called_function_name_or_default("a global operation"));
    const std::span<T> values(x, checked_byte_count(x, n, name.c_str(), site));
    check_writable(std::as_writable_bytes(values));
    check_memory_of_call(state.process(), name.c_str(), site, std::as_bytes(values), ReadOrWrite::writes);
    state.group_of_all_nodes(node).all_reduce(std::span<const T>(values), values, Op{}, OperandOrder::free,
                                              site_of(call));
  });
}

struct MaximumOfTwoValues {
  template <class T>
  T operator()(T a, T b) const {
    return std::max(a, b);
  }
};
struct MinimumOfTwoValues {
  template <class T>
  T operator()(T a, T b) const {
    return std::min(a, b);
  }
};
struct LogicalAnd {
  template <class T>
  T operator()(T a, T b) const {
    return a != 0 && b != 0 ? 1 : 0;
  }
};
struct LogicalOr {
  template <class T>
  T operator()(T a, T b) const {
    return a != 0 || b != 0 ? 1 : 0;
  }
};

/// The bindings of a global operation of NX on arrays, whose elements have other types in C than in Fortran.
#define WITH_ELEMENTS(name, operation, element_of_c, element_of_fortran)            \
  SWITCHYARD_NX_BIND_FORMS(name, (combine_over_all_nodes<element_of_c, operation>), \
                           (combine_over_all_nodes<element_of_fortran, operation>))
const SymbolBinding kNxCollectiveBindings[] = {
    SWITCHYARD_NX_BIND("gsync", synchronize_all_nodes),
    SWITCHYARD_NX_BIND_FORMS("gcol", concatenate_blocks_of_unknown_lengths<long>,
                             concatenate_blocks_of_unknown_lengths<std::int32_t>),
    SWITCHYARD_NX_BIND_FORMS("gcolx", concatenate_blocks_of_given_lengths<long>,
                             concatenate_blocks_of_given_lengths<std::int32_t>),
    SWITCHYARD_NX_BIND("gopf", reduce_by_program_function),
    WITH_ELEMENTS("gdsum", std::plus<>, double, double),
    WITH_ELEMENTS("gdprod", std::multiplies<>, double, double),
    WITH_ELEMENTS("gdhigh", MaximumOfTwoValues, double, double),
    WITH_ELEMENTS("gdlow", MinimumOfTwoValues, double, double),
    WITH_ELEMENTS("gssum", std::plus<>, float, float),
    WITH_ELEMENTS("gsprod", std::multiplies<>, float, float),
    WITH_ELEMENTS("gshigh", MaximumOfTwoValues, float, float),
    WITH_ELEMENTS("gslow", MinimumOfTwoValues, float, float),
    WITH_ELEMENTS("gisum", std::plus<>, long, std::int32_t),
    WITH_ELEMENTS("giprod", std::multiplies<>, long, std::int32_t),
    WITH_ELEMENTS("gihigh", MaximumOfTwoValues, long, std::int32_t),
    WITH_ELEMENTS("gilow", MinimumOfTwoValues, long, std::int32_t),
    WITH_ELEMENTS("giand", std::bit_and<>, long, std::int32_t),
    WITH_ELEMENTS("gior", std::bit_or<>, long, std::int32_t),
    WITH_ELEMENTS("gixor", std::bit_xor<>, long, std::int32_t),
    WITH_ELEMENTS("gland", LogicalAnd, long, std::int32_t),
    WITH_ELEMENTS("glor", LogicalOr, long, std::int32_t),
};
#undef WITH_ELEMENTS

}  // namespace

SymbolBindings nx_collective_bindings() { return kNxCollectiveBindings; }

}  // namespace switchyard
