/// \file operation.cpp

#include "runtime/programs/mpi/operation.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "runtime/programs/image.hpp"
#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/result_comparison.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

std::optional<PredefinedReductionOperation> predefined_operation(MPI_Op op) {
  const std::uint32_t place = HandleNumber::of(op).slot_index;
  if (place == 0 || place > kNamedOperationCount) return std::nullopt;
  return static_cast<PredefinedReductionOperation>(place - 1);
}

namespace {

/// Unpacks packed values into memory with the layout that a reduction function of the program expects. The memory has
/// room for the whole extent of each value, because a function that copies whole structures writes their padding, too.
/// If there is a value for guards, guard bytes with this value lie behind the memory, as many as all values have.
class UnpackedValues {
 public:
  UnpackedValues(const std::byte* packed, std::size_t count, const TypeLayout& type,
                 std::optional<std::byte> guard_value)
      : value_count_(count), type_(type) {
    constexpr std::int64_t kAlignment = alignof(std::max_align_t);
    const std::int64_t last = count == 0 ? 0 : static_cast<std::int64_t>(count - 1) * type.extent();
    const auto [begin, end] = std::minmax({type.lower_bound(), type.lower_bound() + type.extent()});
    const std::int64_t low = std::min(begin, type.true_lower_bound()) + std::min<std::int64_t>(last, 0);
    const std::int64_t true_end = type.true_lower_bound() + type.true_extent();
    const std::int64_t high = std::max(end, true_end) + std::max<std::int64_t>(last, 0);
    // Unused bytes in front of the values, which align the address to which displacement 0 of the datatype refers.
    const std::int64_t in_front = (low % kAlignment + kAlignment) % kAlignment;
    memory_.resize(static_cast<std::size_t>(in_front + high - low));
    if (guard_value) add_guard_bytes(*guard_value);
    buffer_ = memory_.data() + in_front - low;
    unpack({packed, count * type.size()}, buffer_, count, type);
  }
  UnpackedValues(const UnpackedValues&) = delete;
  UnpackedValues& operator=(const UnpackedValues&) = delete;

  std::byte* buffer() noexcept { return buffer_; }
  /// Returns the address to which the displacements of the datatype refer in the value with the number `i`.
  std::byte* address_of_value(std::size_t i) const noexcept {
    return buffer_ + static_cast<std::int64_t>(i) * type_.extent();
  }
  /// Returns the values from number `first` on, packed.
  std::vector<std::byte> packed_values_from(std::size_t first) const {
    std::vector<std::byte> packed((value_count_ - first) * type_.size());
    pack(address_of_value(first), value_count_ - first, type_, packed);
    return packed;
  }
  bool are_guard_bytes_unchanged() const {
    return std::ranges::all_of(std::span(memory_).last(guard_bytes_),
                               [this](std::byte each) { return each == guard_value_; });
  }

 private:
  /// The guard bytes begin at an aligned place: a function that copies structures as a whole may write a little more
  /// than a datatype says that describes these without their padding.
  void add_guard_bytes(std::byte value) {
    constexpr std::size_t kAlignment = alignof(std::max_align_t);
    const std::size_t used = (memory_.size() + kAlignment - 1) / kAlignment * kAlignment;
    memory_.resize(used);
    guard_value_ = value;
    guard_bytes_ = used;
    memory_.resize(used + guard_bytes_, value);
  }

  std::size_t value_count_;
  const TypeLayout& type_;
  std::vector<std::byte> memory_;
  std::size_t guard_bytes_ = 0;
  std::byte guard_value_{};
  std::byte* buffer_ = nullptr;
};

/// Calls the program's reduction function to combine values. If the function takes their number as an int, it is called
/// several times if there are more than 2^31 - 1 values.
void call_reduction_function(Process& process, const UserOperation& operation, std::byte* in, std::byte* in_and_out,
                             std::uint64_t count, std::pair<MPI_Datatype, const DatatypePtr&> type) {
  const struct ReductionFunctionScope {
    bool& now;
    bool before;  // true if the function calls MPI_Reduce_local with another function of the program
    explicit ReductionFunctionScope(bool& flag) : now(flag), before(std::exchange(flag, true)) {}
    ~ReductionFunctionScope() { now = before; }
  } combining(process.communication_interface_state<MpiProgramState>().is_in_reduction_function);
  call_program_function(process, [&] {
    MPI_Datatype datatype = type.first;
    if (operation.large_count_function != nullptr) {
      auto length = static_cast<MPI_Count>(count);
      return operation.large_count_function(in, in_and_out, &length, &datatype);
    }
    constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
    for (std::uint64_t done = 0; done == 0 || done < count; done += kMost) {
      int length = static_cast<int>(std::min(count - done, kMost));
      const std::int64_t begin = static_cast<std::int64_t>(done) * type.second->layout().extent();
      operation.function(in + begin, in_and_out + begin, &length, &datatype);
    }
  });
}

/// Calls the program's reduction function for the first half of the values, and then for the rest, as MPI may do (MPI
/// 3.1, sec. 5.9.5), and returns the packed results. If the function changes more values than it is called for, notes
/// this defect of the call at `site`, and returns nothing.
std::optional<std::vector<std::byte>> combine_values_in_two_halves(Process& process, CallSite site,
                                                                   const UserOperation& operation, UnpackedValues& in,
                                                                   UnpackedValues& in_and_out, std::size_t count,
                                                                   std::pair<MPI_Datatype, const DatatypePtr&> type) {
  const std::size_t half = count / 2;
  bool changes_too_much = false;
  if (half > 0) {
    const std::vector<std::byte> rest = in_and_out.packed_values_from(half);
    call_reduction_function(process, operation, in.buffer(), in_and_out.buffer(), half, type);
    changes_too_much = in_and_out.packed_values_from(half) != rest;
  }
  call_reduction_function(process, operation, in.address_of_value(half), in_and_out.address_of_value(half),
                          count - half, type);
  if (!changes_too_much && in_and_out.are_guard_bytes_unchanged()) return in_and_out.packed_values_from(0);
  process.defect_notes.note_defect(
      process.node(), DefectClass::memory, site,
      "the function of its operation changes more values than the number with which it is called; MPI may call it for "
      "a part of the values",
      {{process.node().id(), operation.site}});
  return std::nullopt;
}

/// Combines packed values of a datatype by a reduction function of the program, and returns the results, packed.
std::vector<std::byte> combine_values_by_program_function(Process& process, CallSite site,
                                                          const UserOperation& operation, const std::byte* left,
                                                          const std::byte* right, std::size_t count,
                                                          std::pair<MPI_Datatype, const DatatypePtr&> type) {
  const TypeLayout& layout = type.second->layout();
  std::optional<std::vector<std::byte>> result_of_pieces;
  if (process.communication_interface_state<MpiProgramState>().history != nullptr) {
    // Different guards for the two arguments make a function that combines guard bytes change them.
    UnpackedValues in(left, count, layout, std::byte{0x5A}), in_and_out(right, count, layout, std::byte{0x25});
    result_of_pieces = combine_values_in_two_halves(process, site, operation, in, in_and_out, count, type);
  }
  UnpackedValues in(left, count, layout, std::nullopt), in_and_out(right, count, layout, std::nullopt);
  call_reduction_function(process, operation, in.buffer(), in_and_out.buffer(), count, type);
  std::vector<std::byte> result = in_and_out.packed_values_from(0);
  if (result_of_pieces && are_results_different(result.data(), result_of_pieces->data(), count, layout)) {
    process.defect_notes.note_defect(
        process.node(), DefectClass::invalid_parameter, site,
        "the function of its operation gives other results when it is called for the first half of the values and then "
        "for the rest; MPI may call it for a part of the values",
        {{process.node().id(), operation.site}});
  }
  return result;
}

/// The operands and the result of one call of a reduction function, as packed values.
struct CombinedValues {
  const std::byte* left_operand;
  const std::byte* right_operand;
  const std::vector<std::byte>& result;

  /// Returns whether each value of the result, which takes `value_bytes` bytes, is the value of one of the operands.
  bool is_each_result_value_from_an_operand(std::size_t value_bytes) const {
    for (std::size_t at = 0; at < result.size(); at += value_bytes) {
      const auto value = std::span(result).subspan(at, value_bytes);
      if (!std::ranges::equal(value, std::span(left_operand + at, value_bytes)) &&
          !std::ranges::equal(value, std::span(right_operand + at, value_bytes)))
        return false;
    }
    return true;
  }
};

/// Notes a defect of the call at `site` if its reduction operation was declared commutative, but gives another result
/// when its two arguments are exchanged. (An additional call of the reduction function is permitted, as MPI does not
/// fix the number of calls.) A function that simply keeps one of its two arguments for each value has no such defect.
void check_that_operation_commutes(Process& process, CallSite site, const UserOperation& operation,
                                   const CombinedValues& values, const std::vector<std::byte>& swapped_result,
                                   std::size_t count, const TypeLayout& type) {
  if (values.is_each_result_value_from_an_operand(type.size()) ||
      !are_results_different(values.result.data(), swapped_result.data(), count, type))
    return;
  process.defect_notes.note_defect(
      process.node(), DefectClass::invalid_parameter, site,
      "its operation is declared commutative, but its function gives another result when its two arguments change "
      "places; MPI may combine the values in any order",
      {{process.node().id(), operation.site}});
}

/// Returns a function that combines values of a datatype by a reduction function of the program. If the program has
/// freed the handle of the datatype by then, the reduction function gets a temporary handle.
CombineElements program_combine_function(const Call& call, const UserOperation& operation, MPI_Datatype handle,
                                         const DatatypePtr& type) {
  const bool checks_commutation = operation.is_commutative && call.state.history != nullptr;
  return [=, &process = call.process, &types = call.state.datatypes, site = call.site](
             std::byte* into, const std::byte* left, const std::byte* right, std::size_t count) {
    const DatatypePtr* const found = types.find(handle);
    const bool is_there = found != nullptr && *found == type;
    const MPI_Datatype lent = is_there ? handle : types.add(type, site);
    const auto result = combine_values_by_program_function(process, site, operation, left, right, count, {lent, type});
    if (checks_commutation)
      check_that_operation_commutes(
          process, site, operation, {left, right, result},
          combine_values_by_program_function(process, site, operation, right, left, count, {lent, type}), count,
          type->layout());
    if (!is_there) types.remove(lent);
    std::ranges::copy(result, into);
  };
}

CombineFunction predefined_combine_function(PredefinedReductionOperation operation, const Datatype& type) {
  if (operation == PredefinedReductionOperation::replace || operation == PredefinedReductionOperation::no_operation)
    fail(MPI_ERR_OP, "{} is for one-sided communication only", name_of(operation));
  if (!type.is_predefined()) {
    fail(MPI_ERR_OP, "{} is defined on predefined types only", name_of(operation));
  }
  const CombineFunction combination = combine_function_of(operation, type.layout().named_type());
  if (combination == nullptr) {
    fail(MPI_ERR_OP, "{} is not defined on {}", name_of(operation),
         named_type_facts_of(type.layout().named_type()).name);
  }
  return combination;
}

const UserOperation& user_operation(Call& call, MPI_Op op) {
  if (op == MPI_OP_NULL) fail(MPI_ERR_OP, "the operation is MPI_OP_NULL");
  const UserOperation* const kept =
      call.persistent_arguments == nullptr ? nullptr : call.persistent_arguments->find(op);
  if (kept != nullptr) return *kept;
  const UserOperation* found = call.state.operations.find(op);
  if (found == nullptr) fail(MPI_ERR_OP, "there is no such operation");
  if (call.recorded_arguments != nullptr) call.recorded_arguments->operations.emplace_back(op, *found);
  return *found;
}

/// Returns a number that identifies a predefined operation on a predefined datatype. Reduction functions of programs
/// have no such number, as each node has its own copy of a function, at another address.
std::uint64_t operation_id_of(PredefinedReductionOperation operation, NamedType type) {
  return (static_cast<std::uint64_t>(operation) + 1) << 8U | static_cast<std::uint64_t>(type);
}

template <class Function>
void op_create(Call& call, Function* function, int commute, MPI_Op* op) {
  check_pointer(reinterpret_cast<const void*>(function), "user_fn");
  check_pointer(op, "op");
  UserOperation operation{.is_commutative = commute != 0, .site = call.site};
  if constexpr (std::is_same_v<Function, MPI_User_function>) {
    operation.function = function;
  } else {
    operation.large_count_function = function;
  }
  *op = call.state.operations.add(operation, call.site);
  if (*op == MPI_OP_NULL) fail(MPI_ERR_NO_MEM, "there are too many operations");
}

void op_free(Call& call, MPI_Op* op) {
  check_pointer(op, "op");
  if (predefined_operation(*op)) fail(MPI_ERR_OP, "{} is predefined", name_of(*predefined_operation(*op)));
  user_operation(call, *op);
  call.state.operations.remove_and_return_object(*op);
  *op = MPI_OP_NULL;
}

void op_commutative(Call& call, MPI_Op op, int* commute) {
  check_pointer(commute, "commute");
  *commute = predefined_operation(op) || user_operation(call, op).is_commutative ? 1 : 0;
}

void reduce_by_predefined_operation(const void* in, void* in_and_out, std::uint64_t count, const TypeLayout& type,
                                    CombineFunction combine) {
  if (type.is_dense(count)) {
    std::byte *const result = begin_of_dense_values(in_and_out, type), *const values = begin_of_dense_values(in, type);
    check_readable(values, count * type.size());
    check_writable(result, count * type.size());
    return combine(result, values, result, count);
  }
  std::vector<std::byte> left(count * type.size()), right(left.size());
  pack(in, count, type, left);
  pack(in_and_out, count, type, right);
  combine(right.data(), left.data(), right.data(), count);
  unpack(right, in_and_out, count, type);
}

void reduce_local(Call& call, const void* in, void* in_and_out, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
  const DatatypePtr type = committed_type_of(call, datatype);
  const std::size_t values = checked_nonnegative_count(count);
  check_bytes_can_be_counted(values, type->layout());
  if (values > 0 && (in == MPI_IN_PLACE || in_and_out == MPI_IN_PLACE)) {
    fail(MPI_ERR_BUFFER, "MPI_IN_PLACE is not a buffer here");
  }
  const Values given{const_cast<void*>(in), values, type->shared_layout()};
  if (do_values_overlap(given, {in_and_out, values, type->shared_layout()}))
    fail(MPI_ERR_BUFFER, "inbuf and inoutbuf share memory");
  check_buffer(in, type->layout(), values);
  check_buffer(in_and_out, type->layout(), values);
  check_memory_of_values(call, in, values, type, ReadOrWrite::reads);
  check_memory_of_values(call, in_and_out, values, type, ReadOrWrite::writes);
  if (const auto predefined = predefined_operation(op)) {
    return reduce_by_predefined_operation(in, in_and_out, values, type->layout(),
                                          predefined_combine_function(*predefined, *type));
  }
  call_reduction_function(call.process, user_operation(call, op), static_cast<std::byte*>(const_cast<void*>(in)),
                          static_cast<std::byte*>(in_and_out), values, {datatype, type});
}

std::vector<SymbolBinding> all_bindings() {
  std::vector<SymbolBinding> list;
  SWITCHYARD_MPI_BIND(list, Op_create, op_create<MPI_User_function>);
  SWITCHYARD_MPI_BIND(list, Op_create_c, op_create<MPI_User_function_c>);
  SWITCHYARD_MPI_BIND(list, Op_free, op_free);
  SWITCHYARD_MPI_BIND(list, Op_commutative, op_commutative);
  SWITCHYARD_MPI_BIND_COUNTED(list, Reduce_local, reduce_local);
  return list;
}

}  // namespace

Operation operation_of(Call& call, MPI_Op op, MPI_Datatype handle, const DatatypePtr& type) {
  // The size of an element is taken to be at least one byte, because a Group refuses elements of 0 bytes, which MPI
  // allows.
  Operation made{.element_bytes = std::max<std::size_t>(type->layout().size(), 1)};
  if (const auto predefined = predefined_operation(op)) {
    made.combine_elements = predefined_combine_function(*predefined, *type);
    made.operand_order = OperandOrder::free;
    made.id = operation_id_of(*predefined, type->layout().named_type());
  } else {
    const UserOperation& users = user_operation(call, op);
    made.combine_elements = program_combine_function(call, users, handle, type);
    made.operand_order = users.is_commutative ? OperandOrder::free : OperandOrder::kept;
  }
  return made;
}

bool is_commutative_operation_of_program(Call& call, MPI_Op op) {
  return !predefined_operation(op) && user_operation(call, op).is_commutative;
}

std::optional<std::uint64_t> code_offset_of_reduction_function(Call& call, MPI_Op op) {
  const ProgramImage* const image = call.process.image();
  if (predefined_operation(op) || image == nullptr) return std::nullopt;
  const UserOperation& users = user_operation(call, op);
  using Function = void (*)();
  return image->code_offset_of(users.large_count_function != nullptr
                                   ? reinterpret_cast<Function>(users.large_count_function)
                                   : reinterpret_cast<Function>(users.function));
}

SymbolBindings operation_bindings() {
  static const std::vector<SymbolBinding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
