/// \file predefined_operation.cpp
/// Combines values by MPI's predefined reduction operations.

#include "runtime/programs/mpi/predefined_operation.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace switchyard::mpi {
namespace {

template <class T>
struct Complex {
  T real_part, imaginary_part;
  friend Complex operator+(Complex a, Complex b) {
    return {a.real_part + b.real_part, a.imaginary_part + b.imaginary_part};
  }
  friend Complex operator*(Complex a, Complex b) {
    return {a.real_part * b.real_part - a.imaginary_part * b.imaginary_part,
            a.real_part * b.imaginary_part + a.imaginary_part * b.real_part};
  }
};

/// A value with its index, as MPI_MAXLOC and MPI_MINLOC combine them. In packed messages, the index follows the value
/// without padding.
template <class T, class Index>
struct ValueWithIndex {
  T value;
  Index index;
};

template <class T>
struct PackedValue {
  static constexpr std::size_t kPackedSizeInBytes = sizeof(T);
  static T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
  }
  static void store(const T& value, std::byte* into) { std::memcpy(into, &value, sizeof(T)); }
};

template <class T, class Index>
struct PackedValue<ValueWithIndex<T, Index>> {
  static constexpr std::size_t kPackedSizeInBytes = sizeof(T) + sizeof(Index);
  static ValueWithIndex<T, Index> load(const std::byte* from) {
    return {PackedValue<T>::load(from), PackedValue<Index>::load(from + sizeof(T))};
  }
  static void store(const ValueWithIndex<T, Index>& pair, std::byte* into) {
    PackedValue<T>::store(pair.value, into);
    PackedValue<Index>::store(pair.index, into + sizeof(T));
  }
};

template <class T, class Op>
void combine_packed_values(std::byte* into, const std::byte* left, const std::byte* right, std::size_t count) {
  using Values = PackedValue<T>;
  for (std::size_t i = 0; i < count * Values::kPackedSizeInBytes; i += Values::kPackedSizeInBytes) {
    Values::store(Op::of(Values::load(left + i), Values::load(right + i)), into + i);
  }
}

// Sums and products of integers wrap around on overflow, as in a compiled program.
struct Sum {
  template <class T>
  static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      T sum;
      __builtin_add_overflow(a, b, &sum);
      return sum;
    } else {
      return a + b;
    }
  }
};
struct Product {
  template <class T>
  static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      T product;
      __builtin_mul_overflow(a, b, &product);
      return product;
    } else {
      return a * b;
    }
  }
};
struct Max {
  template <class T>
  static T of(T a, T b) {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  static T of(T a, T b) {
    return b < a ? b : a;
  }
};
struct LogicalAnd {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a != 0 && b != 0);
  }
};
struct LogicalOr {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a != 0 || b != 0);
  }
};
struct LogicalXor {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>((a != 0) != (b != 0));
  }
};
struct BitAnd {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct BitOr {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct BitXor {
  template <class T>
  static T of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
/// The operation MPI_MAXLOC. If two values are equal, the result has the lower one of their indices.
struct MaxWithIndex {
  template <class T, class Index>
  static ValueWithIndex<T, Index> of(ValueWithIndex<T, Index> a, ValueWithIndex<T, Index> b) {
    if (a.value == b.value) return {a.value, Min::of(a.index, b.index)};
    return a.value < b.value ? b : a;
  }
};
struct MinWithIndex {
  template <class T, class Index>
  static ValueWithIndex<T, Index> of(ValueWithIndex<T, Index> a, ValueWithIndex<T, Index> b) {
    if (a.value == b.value) return {a.value, Min::of(a.index, b.index)};
    return b.value < a.value ? b : a;
  }
};

template <class T>
CombineFunction arithmetic_combine_function(PredefinedReductionOperation operation) {
  switch (operation) {
    case PredefinedReductionOperation::max:
      return combine_packed_values<T, Max>;
    case PredefinedReductionOperation::min:
      return combine_packed_values<T, Min>;
    case PredefinedReductionOperation::sum:
      return combine_packed_values<T, Sum>;
    case PredefinedReductionOperation::prod:
      return combine_packed_values<T, Product>;
    default:
      return nullptr;
  }
}

template <class T>
CombineFunction logical_combine_function(PredefinedReductionOperation operation) {
  switch (operation) {
    case PredefinedReductionOperation::logical_and:
      return combine_packed_values<T, LogicalAnd>;
    case PredefinedReductionOperation::logical_or:
      return combine_packed_values<T, LogicalOr>;
    case PredefinedReductionOperation::logical_xor:
      return combine_packed_values<T, LogicalXor>;
    default:
      return nullptr;
  }
}

template <class T>
CombineFunction bitwise_combine_function(PredefinedReductionOperation operation) {
  switch (operation) {
    case PredefinedReductionOperation::bit_and:
      return combine_packed_values<T, BitAnd>;
    case PredefinedReductionOperation::bit_or:
      return combine_packed_values<T, BitOr>;
    case PredefinedReductionOperation::bit_xor:
      return combine_packed_values<T, BitXor>;
    default:
      return nullptr;
  }
}

/// Returns the function that combines values of MPI's integer types of Fortran, or addresses, offsets or counts, by an
/// operation. Returns null for logical operations, which are not defined on these types.
template <class T>
CombineFunction integer_combine_function(PredefinedReductionOperation operation) {
  const CombineFunction found = arithmetic_combine_function<T>(operation);
  return found != nullptr ? found : bitwise_combine_function<T>(operation);
}

template <class T>
CombineFunction c_integer_combine_function(PredefinedReductionOperation operation) {
  const CombineFunction found = integer_combine_function<T>(operation);
  return found != nullptr ? found : logical_combine_function<T>(operation);
}

template <class T>
CombineFunction complex_combine_function(PredefinedReductionOperation operation) {
  switch (operation) {
    case PredefinedReductionOperation::sum:
      return combine_packed_values<Complex<T>, Sum>;
    case PredefinedReductionOperation::prod:
      return combine_packed_values<Complex<T>, Product>;
    default:
      return nullptr;
  }
}

template <class T, class Index>
CombineFunction pair_combine_function(PredefinedReductionOperation operation) {
  switch (operation) {
    case PredefinedReductionOperation::max_with_index:
      return combine_packed_values<ValueWithIndex<T, Index>, MaxWithIndex>;
    case PredefinedReductionOperation::min_with_index:
      return combine_packed_values<ValueWithIndex<T, Index>, MinWithIndex>;
    default:
      return nullptr;
  }
}

}  // namespace

std::string_view name_of(PredefinedReductionOperation operation) noexcept {
  constexpr std::array<std::string_view, kNamedOperationCount> kNames{
      "MPI_MAX", "MPI_MIN",  "MPI_SUM",  "MPI_PROD",   "MPI_LAND",   "MPI_BAND",    "MPI_LOR",
      "MPI_BOR", "MPI_LXOR", "MPI_BXOR", "MPI_MAXLOC", "MPI_MINLOC", "MPI_REPLACE", "MPI_NO_OP"};
  return kNames[static_cast<std::size_t>(operation)];
}

CombineFunction combine_function_of(PredefinedReductionOperation operation, NamedType type) noexcept {
  using enum NamedType;
  switch (type) {
    case signed_char:
    case int8:
      return c_integer_combine_function<std::int8_t>(operation);
    case unsigned_char:
    case uint8:
      return c_integer_combine_function<std::uint8_t>(operation);
    case short_:
    case int16:
      return c_integer_combine_function<std::int16_t>(operation);
    case unsigned_short:
    case uint16:
      return c_integer_combine_function<std::uint16_t>(operation);
    case int_:
    case int32:
      return c_integer_combine_function<std::int32_t>(operation);
    case unsigned_:
    case uint32:
      return c_integer_combine_function<std::uint32_t>(operation);
    case long_:
    case long_long_int:
    case int64:
      return c_integer_combine_function<std::int64_t>(operation);
    case unsigned_long:
    case unsigned_long_long:
    case uint64:
      return c_integer_combine_function<std::uint64_t>(operation);
    case float_:
    case fortran_real:
    case real4:
      return arithmetic_combine_function<float>(operation);
    case double_:
    case fortran_double_precision:
    case real8:
      return arithmetic_combine_function<double>(operation);
    case long_double:
      return arithmetic_combine_function<long double>(operation);
    case real16:
      return arithmetic_combine_function<__float128>(operation);
    case c_bool:
    case cxx_bool:
      return logical_combine_function<std::uint8_t>(operation);
    case fortran_logical:
      return logical_combine_function<std::int32_t>(operation);
    case c_float_complex:
    case cxx_float_complex:
    case fortran_complex:
    case complex8:
      return complex_combine_function<float>(operation);
    case c_double_complex:
    case cxx_double_complex:
    case fortran_double_complex:
    case complex16:
      return complex_combine_function<double>(operation);
    case c_long_double_complex:
    case cxx_long_double_complex:
      return complex_combine_function<long double>(operation);
    case complex32:
      return complex_combine_function<__float128>(operation);
    case aint:
    case offset:
    case count:
      return integer_combine_function<std::int64_t>(operation);
    case integer1:
      return integer_combine_function<std::int8_t>(operation);
    case integer2:
      return integer_combine_function<std::int16_t>(operation);
    case fortran_integer:
    case integer4:
      return integer_combine_function<std::int32_t>(operation);
    case integer8:
      return integer_combine_function<std::int64_t>(operation);
    case byte:
      return bitwise_combine_function<std::uint8_t>(operation);
    case float_int:
      return pair_combine_function<float, int>(operation);
    case double_int:
      return pair_combine_function<double, int>(operation);
    case long_int:
      return pair_combine_function<long, int>(operation);
    case two_int:
    case two_integer:
      return pair_combine_function<int, int>(operation);
    case short_int:
      return pair_combine_function<short, int>(operation);
    case long_double_int:
      return pair_combine_function<long double, int>(operation);
    case two_real:
      return pair_combine_function<float, float>(operation);
    case two_double_precision:
      return pair_combine_function<double, double>(operation);
    case character:
    case packed:
    case wchar:
    case fortran_character:
    case lower_bound_marker:
    case upper_bound_marker:
      break;
  }
  return nullptr;
}

}  // namespace switchyard::mpi
