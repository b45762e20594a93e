#pragma once
/// \file call.hpp
/// One call of an MPI function by a program: the objects that it works on, how it reports errors,
/// and how the call gets from the program to the function.
///
/// An MPI function is written as `void send(Call& call, const void* buf, int count, ...)`. It reports errors by fail();
/// the error handler in force then decides whether the run ends or the program gets the error code.

#include <fmt/format.h>

#include <algorithm>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/defect.hpp"
#include "runtime/node.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/mpi/counts.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

class Communicator;
using CommunicatorPtr = boost::intrusive_ptr<Communicator>;
struct ErrorHandler;
struct PersistentCollectiveArgumentObjects;
class MpiProgramState;

/// The first argument of every MPI function: which node calls it, from which place in the program,
/// and which error handler is in force.
struct Call {
  Call(Process& its_process, MpiProgramState& its_state, CallSite its_site, const char* its_name) noexcept
      : process(its_process), node(its_process.node()), state(its_state), site(its_site), function_name(its_name) {}

  Process& process;
  Node& node;
  MpiProgramState& state;
  CallSite site;
  const char* function_name;  ///< name of the MPI function, such as "MPI_Send"
  /// The communicator whose error handler is called if this call fails.
  MPI_Comm comm_for_errors = MPI_COMM_WORLD;
  /// The window whose error handler is called if this call fails, or null if the call works on no window.
  MPI_Win window_for_errors = MPI_WIN_NULL;
  /// If set, an error of this call goes to the error handler of this file, and not to that of a communicator or window.
  /// MPI_FILE_NULL stands for the default error handler of files.
  std::optional<MPI_File> file_for_errors = {};
  /// If set, an error of this call goes to this error handler, whatever objects the call works on: that of a session,
  /// or one that the program gives with the call.
  std::shared_ptr<const ErrorHandler> error_handler = nullptr;
  MPI_Session session_for_errors =
      MPI_SESSION_NULL;         ///< the session that a function for sessions gets if the call fails
  bool is_nonblocking = false;  ///< whether the call is the nonblocking form of a collective
  /// Whether the call only makes a persistent collective: such a call checks the arguments of the collective, and does
  /// not begin it.
  bool only_checks_arguments = false;
  /// Set in a call that starts a persistent collective: the communicator made for this collective alone, which is used
  /// in place of the communicator that the collective's arguments name. Null in other calls.
  const CommunicatorPtr* persistent_communicator = nullptr;
  int program_errno = 0;  ///< the value of the program's errno when it made the call
  /// Whether the call is a blocking collective of all nodes that no node leaves before all have entered it.
  bool synchronises_all_nodes = false;
  /// In a call that makes a persistent collective: the record into which the call stores the objects that its arguments
  /// refer to. Null in other calls.
  PersistentCollectiveArgumentObjects* recorded_arguments = nullptr;
  /// In a call that starts a persistent collective: the objects that the arguments of the collective refer to, whose
  /// handles the program may have freed. Null in other calls.
  const PersistentCollectiveArgumentObjects* persistent_arguments = nullptr;
  /// In a call that starts a persistent collective: the place in the program of the call that made the collective, such
  /// as MPI_Bcast_init.
  CallSite persistent_init_site = {};
};

/// An error of an MPI call. fail() throws it, and run_mpi_function(), which runs the MPI function, catches
/// it.
struct CallError {
  int code;
  std::string text;
  /// The kind of defect that the program has if it gets this error; nothing if the program may be correct.
  std::optional<DefectClass> defect = {};
};

/// Returns the name of an error code, such as "MPI_ERR_RANK", or a text such as "error code 70" if it has no name.
std::string name_of_error(int code);
/// Returns what is usually wrong with a program that gets this error code, or nothing if the program may be correct.
std::optional<DefectClass> defect_class_of_error(int code);

/// What a test or probe that finds nothing stores as source and tag in its status, in a run that looks for defects. MPI
/// leaves such a status undefined. No rank, tag or constant of MPI has this value.
inline constexpr int kUndefinedStatusField = -1'234'567'890;

/// Returns a number as errors show it: by the name of MPI_UNDEFINED too, or with a hint at an undefined status, if the
/// number has the value that these give.
std::string text_of_number(std::int64_t number);
/// Returns an argument of an error's text in the form in which it is formatted.
template <class Argument>
decltype(auto) shown_argument(const Argument& argument) {
  if constexpr (std::is_same_v<Argument, int> || std::is_same_v<Argument, std::int64_t>) {
    return text_of_number(argument);
  } else {
    return (argument);
  }
}
template <class Argument>
using ErrorTextArgument = decltype(shown_argument(std::declval<const std::remove_cvref_t<Argument>&>()));

[[noreturn]] inline void fail(int code, std::string text) {
  throw CallError{code, std::move(text), defect_class_of_error(code)};
}
template <class... Arguments>
[[noreturn]] void fail(int code, fmt::format_string<ErrorTextArgument<Arguments>...> format,
                       const Arguments&... arguments) {
  fail(code, fmt::format(format, shown_argument(arguments)...));
}
/// Throws a CallError with a given kind of defect, for errors whose code does not tell what is
/// wrong with the program.
template <class... Arguments>
[[noreturn]] void fail(DefectClass defect, int code, fmt::format_string<ErrorTextArgument<Arguments>...> format,
                       const Arguments&... arguments) {
  throw CallError{code, fmt::format(format, shown_argument(arguments)...), defect};
}
/// Throws a CallError with an error code that the program has chosen, such as one that its
/// callback has returned. Such an error is no defect.
template <class... Arguments>
[[noreturn]] void fail_with_error_code(int code, fmt::format_string<ErrorTextArgument<Arguments>...> format,
                                       const Arguments&... arguments) {
  throw CallError{code, fmt::format(format, shown_argument(arguments)...)};
}

/// Runs a callback of the program, such as a reduction function, from within an MPI call; `function` must not throw.
template <class Function>
auto call_program_function(Process& process, Function function) {
  struct ProgramCallbackScope {
    ~ProgramCallbackScope() { t_process = nullptr; }
  } const back;
  t_process = &process;
  return function();
}

/// The times at which a program may call a certain MPI function: only while it uses MPI (from MPI_Init to MPI_Finalize,
/// or while it has a session), or at any time.
enum class PermittedCallTime : std::uint8_t {
  between_init_and_finalize,
  callable_at_any_time,
  /// Functions of the tool interface (MPI_T) may be called at any time. They return errors as
  /// codes, and call no error handler.
  tool_function_at_any_time,
};

namespace detail {

/// Runs an MPI function by calling `work(what, call)`, and handles its errors. Returns the error code that the program
/// gets.
int run_mpi_function(const NamedCall& place, PermittedCallTime when, void (*work)(void* what, Call& call), void* what);

/// Checks, in a run that looks for defects, that the call may store a result of `bytes` bytes at the address `memory`.
void check_memory_of_result(Call& call, const void* memory, std::size_t bytes);
/// Checks the memory that an argument of an MPI call points to, if the call may store a result there. Only arguments
/// that point to a number, a handle or a status are checked.
template <class Argument>
void check_memory_of_argument(Call&, const Argument&) {}
template <class Result>
  requires(!std::is_const_v<Result> && requires { sizeof(Result); } && std::is_object_v<Result>)
void check_memory_of_argument(Call& call, Result* const& result) {
  if (call.process.memory_watch.watches_memory() && result != nullptr)
    check_memory_of_result(call, result, sizeof(Result));
}

/// Returns whether the states in which the program makes its calls are recorded in this run.
bool are_program_states_recorded(const Call& call);
/// Records the state of the program when it makes a call with the given arguments, if the run records states of calls.
/// Also marks a call that may change state that is not recorded. Needs: are_program_states_recorded().
void note_call_begin(Call& call, std::span<const std::uint64_t> arguments);
template <class Argument>
std::uint64_t bit_pattern_of_argument(const Argument& argument) noexcept {
  static_assert(std::is_trivially_copyable_v<Argument> && sizeof(Argument) <= sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &argument, sizeof argument);
  return bits;
}

/// The two entry points by which a program calls `function`: call_with_source_line() is told the place of the call in
/// the source, and call_without_source_line() is not. `Declared` is the type of call_with_source_line() in mpi.h.
template <FunctionName name, PermittedCallTime when, auto function, class Declared>
struct EntryPoints;
template <FunctionName name, PermittedCallTime when, class... A, void (*function)(Call&, A...), class... D>
struct EntryPoints<name, when, function, int(const switchyard_call*, D...)> {
  static_assert((is_parameter_compatible<D, A> && ...), "mpi.h declares another type");
  static constexpr NamedCall kUnknownSourceLine{name.letters, "", 0};

  static int call_with_source_line(const switchyard_call* place, D... arguments) {
    auto work = [&](Call& call) {
      if (call.process.mode().program_states != nullptr && are_program_states_recorded(call)) [[unlikely]]
        note_call_begin(call, std::initializer_list<std::uint64_t>{bit_pattern_of_argument(arguments)...});
      (check_memory_of_argument(call, arguments), ...);
      function(call, arguments...);
    };
    const NamedCall& named = place == nullptr ? kUnknownSourceLine : *reinterpret_cast<const NamedCall*>(place);
    return run_mpi_function(
        named, when, [](void* what, Call& call) { (*static_cast<decltype(work)*>(what))(call); }, &work);
  }
  static int call_without_source_line(D... arguments) { return call_with_source_line(nullptr, arguments...); }
};

template <class TheEntry>
void add_bindings_of_function(std::vector<SymbolBinding>& to, std::string_view with_place, std::string_view name,
                              std::string_view for_profiling) {
  to.push_back(SymbolBinding::make_function_binding(with_place, TheEntry::call_with_source_line));
  to.push_back(SymbolBinding::make_function_binding(name, TheEntry::call_without_source_line));
  to.push_back(SymbolBinding::make_function_binding(for_profiling, TheEntry::call_without_source_line));
}

}  // namespace detail

/// Adds the bindings (the symbols of a program and what they refer to) of MPI_##mpi_name to `list`, a
/// std::vector<SymbolBinding>.
#define SWITCHYARD_MPI_BIND_WHEN(list, mpi_name, when, function)                                                   \
  ::switchyard::mpi::detail::add_bindings_of_function<::switchyard::mpi::detail::EntryPoints<                      \
      "MPI_" #mpi_name, when, function, decltype(::switchyard_mpi_##mpi_name)>>(list, "switchyard_mpi_" #mpi_name, \
                                                                                "MPI_" #mpi_name, "PMPI_" #mpi_name)
#define SWITCHYARD_MPI_BIND(list, mpi_name, function) \
  SWITCHYARD_MPI_BIND_WHEN(list, mpi_name, ::switchyard::mpi::PermittedCallTime::between_init_and_finalize, function)
/// Adds the bindings of a function and of its form with large counts, such as MPI_Send and MPI_Send_c.
#define SWITCHYARD_MPI_BIND_COUNTED(list, mpi_name, function) \
  SWITCHYARD_MPI_BIND(list, mpi_name, function);              \
  SWITCHYARD_MPI_BIND(list, mpi_name##_c, function)

// Checks of arguments that most MPI functions make.

/// Fails if the pointer to a result, or to an array of `count` elements, is null or its first byte cannot be read. The
/// error names the argument `what`.
inline void check_pointer(const void* pointer, const char* what, std::int64_t count = 1) {
  if (pointer == nullptr && count > 0) fail(MPI_ERR_ARG, "{} is a null pointer", what);
  if (count > 0) check_readable(pointer, 1);
}
inline void check_pointer(const IntOrLargeCountArray& array, const char* what, std::int64_t count = 1) {
  check_pointer(array.data(), what, count);
}
/// Fails if the run looks for defects, and an array of `bytes` bytes goes beyond the memory in which it begins.
void check_array_bounds(const Call& call, const void* array, std::size_t bytes, const char* what);
/// Fails if a pointer to an array is null or cannot be read (check_pointer()), or if an array of `count` elements goes
/// beyond the memory in which it begins (check_array_bounds()).
template <class Element>
void check_array(const Call& call, const Element* array, const char* what, std::int64_t count) {
  check_pointer(array, what, count);
  if (count > 0) check_array_bounds(call, array, static_cast<std::size_t>(count) * sizeof(Element), what);
}
inline void check_array(const Call& call, const IntOrLargeCountArray& array, const char* what, std::int64_t count) {
  check_pointer(array, what, count);
  if (count > 0) check_array_bounds(call, array.data(), array.bytes(static_cast<std::size_t>(count)), what);
}
inline void check_pointer(const IntOrLargeCountPointer& place, const char* what) {
  check_pointer(place.address(), what);
}
inline std::size_t checked_nonnegative_count(std::int64_t count, const char* what = "count") {
  if (count < 0) fail(MPI_ERR_COUNT, "{} {} is negative", what, count);
  return static_cast<std::size_t>(count);
}

}  // namespace switchyard::mpi
