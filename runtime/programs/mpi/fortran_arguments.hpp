#pragma once
/// \file fortran_arguments.hpp
/// How the arguments of MPI's Fortran functions are converted to those of the C functions, and the results converted
/// back.
///
/// Source: MPI 3.1, sec. 17.1 and 17.2. All Fortran arguments are passed by reference. The Fortran type of an argument
/// follows from its C type, except for the arguments in kArgumentsWithRoles. The compiler is assumed to pass the
/// lengths of character strings as hidden arguments after all others, and to represent .TRUE. by 1, as gfortran does.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "runtime/programs/mpi/fortran_program.hpp"

namespace switchyard::mpi {

/// How a Fortran argument is to be converted, where its C type alone does not determine that.
enum class FortranArgumentRole : std::uint8_t {
  determined_by_c_type,
  array,          ///< an array, whose length is the value of the closest INTEGER argument before it
  index,          ///< a result index, which counts from 0 in C and from 1 in Fortran, or is MPI_UNDEFINED
  indices,        ///< an array of result indices, whose length is the closest result before it
  info_text,      ///< a character string of which leading and trailing blanks are ignored
  address,        ///< the value of an attribute, in Fortran an INTEGER(KIND=MPI_ADDRESS_KIND)
  short_address,  ///< an address or the value of an attribute, in Fortran a default INTEGER
  peer_types,     ///< an array with one datatype for each peer, as MPI_Alltoallw takes it
  /// An array with one datatype for each peer, as MPI_Ialltoallw takes it; it must exist after the call has returned.
  peer_datatypes_kept_after_call,
  unused,
};

struct FortranArgumentWithRole {
  std::string_view function;
  std::size_t position;
  FortranArgumentRole role;
};

inline constexpr FortranArgumentWithRole kArgumentsWithRoles[] = {
    {"MPI_Startall", 1, FortranArgumentRole::array},
    {"MPI_Waitany", 1, FortranArgumentRole::array},
    {"MPI_Waitany", 2, FortranArgumentRole::index},
    {"MPI_Waitall", 1, FortranArgumentRole::array},
    {"MPI_Waitall", 2, FortranArgumentRole::array},
    {"MPI_Waitsome", 1, FortranArgumentRole::array},
    {"MPI_Waitsome", 3, FortranArgumentRole::indices},
    {"MPI_Waitsome", 4, FortranArgumentRole::array},
    {"MPI_Testany", 1, FortranArgumentRole::array},
    {"MPI_Testany", 2, FortranArgumentRole::index},
    {"MPI_Testall", 1, FortranArgumentRole::array},
    {"MPI_Testall", 3, FortranArgumentRole::array},
    {"MPI_Testsome", 1, FortranArgumentRole::array},
    {"MPI_Testsome", 3, FortranArgumentRole::indices},
    {"MPI_Testsome", 4, FortranArgumentRole::array},
    {"MPI_Request_get_status_all", 3, FortranArgumentRole::array},
    {"MPI_Request_get_status_any", 2, FortranArgumentRole::index},
    {"MPI_Request_get_status_some", 3, FortranArgumentRole::indices},
    {"MPI_Request_get_status_some", 4, FortranArgumentRole::array},
    {"MPI_Type_get_contents", 6, FortranArgumentRole::array},
    {"MPI_Type_struct", 2, FortranArgumentRole::array},
    {"MPI_Type_struct", 3, FortranArgumentRole::array},
    {"MPI_Type_hindexed", 2, FortranArgumentRole::array},
    {"MPI_Type_hvector", 2, FortranArgumentRole::short_address},
    {"MPI_Type_extent", 1, FortranArgumentRole::short_address},
    {"MPI_Type_lb", 1, FortranArgumentRole::short_address},
    {"MPI_Type_ub", 1, FortranArgumentRole::short_address},
    {"MPI_Address", 1, FortranArgumentRole::short_address},
    {"MPI_Attr_put", 2, FortranArgumentRole::short_address},
    {"MPI_Comm_set_attr", 2, FortranArgumentRole::address},
    {"MPI_Type_set_attr", 2, FortranArgumentRole::address},
    {"MPI_Win_set_attr", 2, FortranArgumentRole::address},
    {"MPI_Buffer_detach", 0, FortranArgumentRole::unused},
    {"MPI_Info_set", 1, FortranArgumentRole::info_text},
    {"MPI_Info_set", 2, FortranArgumentRole::info_text},
    {"MPI_Info_delete", 1, FortranArgumentRole::info_text},
    {"MPI_Info_get_valuelen", 1, FortranArgumentRole::info_text},
};

/// Returns whether the MPI function takes an array with one datatype for each peer, as MPI_Alltoallw does.
constexpr bool has_one_datatype_per_peer_argument(std::string_view function) {
  return function.find("lltoallw") != std::string_view::npos;
}

/// Returns how a Fortran argument is to be converted. `C` is the type of the argument in C, and `position` its position
/// in the argument list.
template <class C>
constexpr FortranArgumentRole fortran_role_of(std::string_view function, std::size_t position) {
  if (std::is_same_v<C, const MPI_Datatype*> && has_one_datatype_per_peer_argument(function)) {
    const bool is_blocking = !function.starts_with("MPI_I") && !function.ends_with("_init");
    return is_blocking ? FortranArgumentRole::peer_types : FortranArgumentRole::peer_datatypes_kept_after_call;
  }
  for (const FortranArgumentWithRole& each : kArgumentsWithRoles) {
    if (each.function == function && each.position == position) return each.role;
  }
  return FortranArgumentRole::determined_by_c_type;
}

template <class T>
inline constexpr bool is_mpi_handle = false;
template <>
inline constexpr bool is_mpi_handle<MPI_Comm> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Group> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Datatype> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Request> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Message> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Op> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Errhandler> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Info> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Win> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_File> = true;
template <>
inline constexpr bool is_mpi_handle<MPI_Session> = true;

template <class Handle>
Handle c_handle_of_fortran_handle(MPI_Fint number) noexcept {
  return reinterpret_cast<Handle>(static_cast<std::intptr_t>(number));
}
template <class Handle>
MPI_Fint fortran_handle_of_c_handle(Handle handle) noexcept {
  return static_cast<MPI_Fint>(reinterpret_cast<std::intptr_t>(handle));
}

/// Converts one argument from Fortran to C; `C` is its type in C. Members of the specialisations:
/// `TypePassedByFortran`, the type that Fortran passes; a constructor from a `TypePassedByFortran`; value(), which
/// returns the argument for the C function; and store(), which is called after the C function with its error code, and
/// stores the results in the Fortran program's variables.
template <FortranArgumentRole role, class C>
struct FortranArgument;

template <class PassedType, class C>
struct FortranInputArgument {
  using TypePassedByFortran = PassedType;
  explicit FortranInputArgument(C its_value) noexcept : value_(its_value) {}
  C value() const noexcept { return value_; }
  void store(int /*code*/) const noexcept {}

 private:
  C value_;
};

template <class Number>
Number fortran_number_at(const Number* place) noexcept {
  Number number;
  std::memcpy(&number, place, sizeof number);  // copied because the number need not be aligned
  return number;
}

// Arguments that are numbers.
template <class C>
  requires std::is_integral_v<C>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, C> : FortranInputArgument<const C*, C> {
  FortranArgument(const C* passed, FortranCall& call) : FortranInputArgument<const C*, C>(fortran_number_at(passed)) {
    if constexpr (std::is_same_v<C, int>) call.last_integer = this->value();
  }
};
template <>
struct FortranArgument<FortranArgumentRole::short_address, MPI_Aint> : FortranInputArgument<const MPI_Fint*, MPI_Aint> {
  FortranArgument(const MPI_Fint* passed, FortranCall&) : FortranInputArgument(*passed) {}
};

// Arguments that are handles.
template <class T>
  requires is_mpi_handle<T*>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, T*> : FortranInputArgument<const MPI_Fint*, T*> {
  FortranArgument(const MPI_Fint* passed, FortranCall&)
      : FortranInputArgument<const MPI_Fint*, T*>(c_handle_of_fortran_handle<T*>(*passed)) {}
};
template <class Handle>
  requires is_mpi_handle<Handle>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, Handle*> {
  using TypePassedByFortran = MPI_Fint*;
  FortranArgument(MPI_Fint* passed, FortranCall&)
      : fortran_argument_(passed), handle_(c_handle_of_fortran_handle<Handle>(*passed)) {}
  Handle* value() noexcept { return &handle_; }
  void store(int /*code*/) const noexcept { *fortran_argument_ = fortran_handle_of_c_handle(handle_); }

 private:
  MPI_Fint* fortran_argument_;
  Handle handle_;
};

/// An array of handles. A handle is twice as long in C as in Fortran, where it is an INTEGER.
template <class Handle>
class FortranHandles {
 public:
  FortranHandles(const MPI_Fint* passed, MPI_Fint count, const FortranCall& call)
      : memory_(call), count_(static_cast<std::size_t>(std::max(count, MPI_Fint{0}))), fortran_argument_(passed) {
    handles_ = memory_.allocate_memory_for_elements<std::remove_const_t<Handle>>(count_);
    for (std::size_t i = 0; i < count_; ++i)
      handles_[i] = c_handle_of_fortran_handle<std::remove_const_t<Handle>>(passed[i]);
  }
  Handle* value() noexcept { return fortran_argument_ == nullptr ? nullptr : handles_; }
  /// Stores those handles that the C function has changed. So an array that it only reads may be a constant.
  void store_handles_in_fortran_array(MPI_Fint* to) const noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      const MPI_Fint handle = fortran_handle_of_c_handle(handles_[i]);
      if (to[i] != handle) to[i] = handle;
    }
  }

 private:
  FortranCallMemory memory_;
  std::size_t count_;
  const MPI_Fint* fortran_argument_;
  std::remove_const_t<Handle>* handles_;
};
template <class Handle>
  requires is_mpi_handle<Handle>
struct FortranArgument<FortranArgumentRole::array, Handle*> : FortranHandles<Handle> {
  using TypePassedByFortran = MPI_Fint*;
  FortranArgument(MPI_Fint* passed, FortranCall& call)
      : FortranHandles<Handle>(passed, call.last_integer, call), fortran_argument_(passed) {}
  void store(int /*code*/) const noexcept { this->store_handles_in_fortran_array(fortran_argument_); }

 private:
  MPI_Fint* fortran_argument_;
};
template <class Handle>
  requires is_mpi_handle<Handle>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, const Handle*> : FortranHandles<const Handle> {
  using TypePassedByFortran = const MPI_Fint*;
  FortranArgument(const MPI_Fint* passed, FortranCall& call)
      : FortranHandles<const Handle>(passed, call.last_integer, call) {}
  void store(int /*code*/) const noexcept {}
};

/// Converts an array with one datatype for each peer. The send types are not read if the send buffer is MPI_IN_PLACE.
template <>
struct FortranArgument<FortranArgumentRole::peer_types, const MPI_Datatype*> : FortranHandles<const MPI_Datatype> {
  using TypePassedByFortran = const MPI_Fint*;
  FortranArgument(const MPI_Fint* passed, FortranCall& call)
      : FortranHandles<const MPI_Datatype>(passed, call.take_length_of_next_peer_array(), call) {}
  void store(int /*code*/) const noexcept {}
};
template <>
struct FortranArgument<FortranArgumentRole::peer_datatypes_kept_after_call, const MPI_Datatype*>
    : FortranInputArgument<const MPI_Fint*, const MPI_Datatype*> {
  FortranArgument(const MPI_Fint* passed, FortranCall& call)
      : FortranInputArgument(call.keep_types(passed, call.take_length_of_next_peer_array())) {}
};

// Arguments that are statuses.
/// Converts a status or an array of statuses, which Fortran need not align as C requires.
template <class Status>
class FortranStatuses {
 public:
  using TypePassedByFortran = std::conditional_t<std::is_const_v<Status>, const MPI_Fint*, MPI_Fint*>;
  FortranStatuses(TypePassedByFortran passed, MPI_Fint count, const FortranCall& call)
      : memory_(call),
        fortran_argument_(static_cast<TypePassedByFortran>(call.program.c_constant_of(const_cast<MPI_Fint*>(passed)))),
        count_(static_cast<std::size_t>(std::max(count, MPI_Fint{0}))) {
    if (fortran_argument_ == nullptr) return;
    statuses_ = memory_.allocate_memory_for_elements<MPI_Status>(count_);
    std::memcpy(statuses_, fortran_argument_, count_ * sizeof(MPI_Status));
  }
  Status* value() const noexcept { return statuses_; }
  void store(int /*code*/) const noexcept {
    if constexpr (!std::is_const_v<Status>) {
      if (fortran_argument_ != nullptr) std::memcpy(fortran_argument_, statuses_, count_ * sizeof(MPI_Status));
    }
  }

 private:
  static_assert(sizeof(MPI_Status) == MPI_STATUS_SIZE * sizeof(MPI_Fint));
  FortranCallMemory memory_;
  TypePassedByFortran fortran_argument_;
  std::size_t count_;
  MPI_Status* statuses_ = nullptr;
};
template <class Status>
  requires std::is_same_v<std::remove_const_t<Status>, MPI_Status>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, Status*> : FortranStatuses<Status> {
  FortranArgument(typename FortranStatuses<Status>::TypePassedByFortran passed, FortranCall& call)
      : FortranStatuses<Status>(passed, 1, call) {}
};
template <>
struct FortranArgument<FortranArgumentRole::array, MPI_Status*> : FortranStatuses<MPI_Status> {
  FortranArgument(MPI_Fint* passed, FortranCall& call) : FortranStatuses<MPI_Status>(passed, call.last_integer, call) {}
};

// Arguments that are character strings.
/// A copy of a Fortran character string for C: without its trailing blanks, and with a terminating zero.
class FortranText {
 public:
  using TypePassedByFortran = const char*;
  FortranText(const char* passed, FortranCall& call, bool does_count_leading_blanks) : memory_(call) {
    std::string_view text(passed, *call.next_text_length++);
    while (text.ends_with(' ')) text.remove_suffix(1);
    while (!does_count_leading_blanks && text.starts_with(' ')) text.remove_prefix(1);
    char* const copy = memory_.allocate_memory_for_elements<char>(text.size() + 1);
    copy[text.copy(copy, text.size())] = '\0';
    text_ = copy;
  }
  const char* value() const noexcept { return text_; }
  void store(int /*code*/) const noexcept {}

 private:
  FortranCallMemory memory_;
  const char* text_;
};
template <>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, const char*> : FortranText {
  FortranArgument(const char* passed, FortranCall& call) : FortranText(passed, call, true) {}
};
template <>
struct FortranArgument<FortranArgumentRole::info_text, const char*> : FortranText {
  FortranArgument(const char* passed, FortranCall& call) : FortranText(passed, call, false) {}
};

/// Memory in which a C function returns a text, which is then copied to the Fortran program's character variable and
/// padded with blanks.
struct FortranTextResult {
  static constexpr std::size_t kMostCharactersInFortranText = MPI_MAX_INFO_VAL;
  FortranTextResult(char* its_text, std::size_t its_length) noexcept : text(its_text), length(its_length) {
    letters[0] = '\0';
  }
  void copy_to_program() const noexcept {
    const std::size_t copied = std::string_view(letters).copy(text, length);
    std::memset(text + copied, ' ', length - copied);
  }
  char* text;
  std::size_t length;
  char letters[kMostCharactersInFortranText + 1];
};
template <>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, char*> {
  using TypePassedByFortran = char*;
  FortranArgument(char* passed, FortranCall& call) : result_(passed, *call.next_text_length++) {}
  char* value() noexcept { return result_.letters; }
  void store(int code) const noexcept {
    if (code == MPI_SUCCESS) result_.copy_to_program();
  }

 private:
  FortranTextResult result_;
};

// Arguments by which a function returns numbers.
template <>
struct FortranArgument<FortranArgumentRole::index, int*> {
  using TypePassedByFortran = MPI_Fint*;
  FortranArgument(MPI_Fint* passed, FortranCall&) : fortran_argument_(passed) {}
  int* value() noexcept { return &index_; }
  void store(int /*code*/) const noexcept { *fortran_argument_ = index_ == MPI_UNDEFINED ? index_ : index_ + 1; }

 private:
  MPI_Fint* fortran_argument_;
  int index_ = MPI_UNDEFINED;
};
template <>
struct FortranArgument<FortranArgumentRole::indices, int*> {
  using TypePassedByFortran = MPI_Fint*;
  FortranArgument(MPI_Fint* passed, FortranCall& call) : fortran_argument_(passed), count_(call.last_integer_result) {}
  int* value() const noexcept { return fortran_argument_; }
  void store(int code) const noexcept {
    if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) return;
    for (MPI_Fint i = 0; i < *count_; ++i) ++fortran_argument_[i];
  }

 private:
  MPI_Fint* fortran_argument_;
  const MPI_Fint* count_;
};
template <>
struct FortranArgument<FortranArgumentRole::short_address, MPI_Aint*> {
  using TypePassedByFortran = MPI_Fint*;
  FortranArgument(MPI_Fint* passed, FortranCall&) : fortran_argument_(passed) {}
  MPI_Aint* value() noexcept { return &address_; }
  /// Stores the lower half of the address, because a default INTEGER has room for no more. Programs use differences of
  /// addresses, which are right nevertheless.
  void store(int code) const noexcept {
    if (code == MPI_SUCCESS) *fortran_argument_ = static_cast<MPI_Fint>(address_);
  }

 private:
  MPI_Fint* fortran_argument_;
  MPI_Aint address_ = 0;
};
template <>
struct FortranArgument<FortranArgumentRole::array, MPI_Aint*> {
  using TypePassedByFortran = const MPI_Fint*;
  FortranArgument(const MPI_Fint* passed, FortranCall& call) : memory_(call) {
    const auto count = static_cast<std::size_t>(std::max(call.last_integer, MPI_Fint{0}));
    addresses_ = memory_.allocate_memory_for_elements<MPI_Aint>(count);
    std::copy_n(passed, count, addresses_);
  }
  MPI_Aint* value() const noexcept { return addresses_; }
  void store(int /*code*/) const noexcept {}

 private:
  FortranCallMemory memory_;
  MPI_Aint* addresses_;
};

// Arguments that are values of attributes, which are pointers in C.
template <>
struct FortranArgument<FortranArgumentRole::address, void*> : FortranInputArgument<const MPI_Aint*, void*> {
  FortranArgument(const MPI_Aint* passed, FortranCall&)
      : FortranInputArgument(attribute_of_running_program(fortran_number_at(passed))) {}
};
template <>
struct FortranArgument<FortranArgumentRole::short_address, void*> : FortranInputArgument<const MPI_Fint*, void*> {
  FortranArgument(const MPI_Fint* passed, FortranCall&) : FortranInputArgument(attribute_of_running_program(*passed)) {}
};
template <>
struct FortranArgument<FortranArgumentRole::unused, void*> {
  using TypePassedByFortran = const void*;
  FortranArgument(const void*, FortranCall&) {}
  void* value() noexcept { return static_cast<void*>(&unused_); }
  void store(int /*code*/) const noexcept {}

 private:
  void* unused_ = nullptr;
};

// Arguments that look alike in Fortran and C: buffers, arrays of numbers, and variables for results. The program's
// callback functions for reductions and errors get pointers to handles; the lower half of a handle in memory is the
// INTEGER that Fortran expects.
template <class T>
struct FortranArgument<FortranArgumentRole::determined_by_c_type, T*> : FortranInputArgument<T*, T*> {
  FortranArgument(T* passed, FortranCall& call) : FortranInputArgument<T*, T*>(c_value_of(passed, call)) {}

 private:
  static T* c_value_of(T* passed, FortranCall& call) {
    if constexpr (std::is_function_v<T>) {
      return passed;
    } else {
      if constexpr (std::is_same_v<T, int>) call.last_integer_result = passed;
      auto* const value = static_cast<T*>(call.program.c_constant_of(const_cast<std::remove_const_t<T>*>(passed)));
      if constexpr (std::is_void_v<T>) call.is_in_place |= value == MPI_IN_PLACE;
      return value;
    }
  }
};

}  // namespace switchyard::mpi
