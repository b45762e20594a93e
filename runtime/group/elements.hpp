#pragma once
/// \file elements.hpp
/// Operations on elements of a type, as operations on bytes.

#include <cstddef>
#include <span>
#include <type_traits>

#include "runtime/group/call.hpp"

namespace switchyard {

/// `op` is an associative T(T, T).
template <class T, class Op>
Operation operation_on(Op op, OperandOrder order = OperandOrder::kept) {
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
  return {.element_bytes = sizeof(T), .combine = combine, .order = order};
}

/// An all_reduce, scan or exscan.
template <class T, class Op>
GroupCall combining_call(Collective kind, std::span<const T> in, std::span<T> out, Op op, OperandOrder order) {
  return GroupCall::combining(kind, std::as_bytes(in), std::as_writable_bytes(out), operation_on<T>(op, order));
}

}  // namespace switchyard
