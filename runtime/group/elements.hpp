#pragma once
/// \file elements.hpp
/// Turns operations on typed elements into operations on bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "runtime/group/call.hpp"

namespace switchyard {

namespace detail {

/// Returns the name of a type, as the compiler writes it.
template <class Named>
constexpr std::string_view type_name() {
  constexpr std::string_view kBefore = "Named = ";
  const std::string_view all = __PRETTY_FUNCTION__;
  const std::size_t begin = all.find(kBefore) + kBefore.size();
  // In __PRETTY_FUNCTION__, g++ lists further names after the type, and clang does not.
  const std::size_t end = all.find(';', begin);
  return all.substr(begin, (end == std::string_view::npos ? all.size() - 1 : end) - begin);
}

template <class T, class Op>
inline constexpr OperationName kOperationName{type_name<Op>(), type_name<T>()};

/// Returns the FNV-1a hash of a text, continued from `hash`.
constexpr std::uint64_t extend_fnv1a_hash_by_text(std::string_view text, std::uint64_t hash) {
  for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001b3U;
  return hash;
}

/// Whether an operation on the values of a reduction is a lambda. The operations that different members give are
/// compared by an id, the hash of their type names. A lambda has the id 0 and no name, because two lambdas of different
/// types may do the same.
template <class T, class Op>
inline constexpr bool kIsLambda = kOperationName<T, Op>.function.find("lambda") != std::string_view::npos;
template <class T, class Op>
inline constexpr std::uint64_t kOperationId =
    kIsLambda<T, Op>
        ? 0
        : extend_fnv1a_hash_by_text(kOperationName<T, Op>.element_type,
                                    extend_fnv1a_hash_by_text(kOperationName<T, Op>.function, 0xcbf29ce484222325U));

}  // namespace detail

/// Makes an operation on bytes out of `op`, an associative function T(T, T). Operations made of functions `op` of
/// different types count as different.
template <class T, class Op>
Operation make_byte_operation(Op op, OperandOrder order = OperandOrder::kept) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto combine = [op](std::byte* into, const std::byte* left, const std::byte* right, std::size_t count) {
    for (std::size_t i = 0; i < count * sizeof(T); i += sizeof(T)) {
      T a, b;
      __builtin_memcpy(&a, left + i, sizeof(T));
      __builtin_memcpy(&b, right + i, sizeof(T));
      const T c = op(a, b);
      __builtin_memcpy(into + i, &c, sizeof(T));
    }
  };
  Operation operation{.element_bytes = sizeof(T),
                      .combine_elements = combine,
                      .operand_order = order,
                      .id = detail::kOperationId<T, Op>};
  if constexpr (!detail::kIsLambda<T, Op>) operation.name = &detail::kOperationName<T, Op>;
  return operation;
}

/// Makes the call of an all_reduce, scan or exscan on elements of type T.
template <class T, class Op>
GroupCall make_all_reduce_or_scan_call(Collective kind, std::span<const T> in, std::span<T> out, Op op,
                                       OperandOrder order) {
  return GroupCall::all_reduce_or_scan(kind, std::as_bytes(in), std::as_writable_bytes(out),
                                       make_byte_operation<T>(op, order));
}

}  // namespace switchyard
