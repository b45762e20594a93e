#pragma once
/// \file call.hpp
/// One call of a function of MPI: where it finds what it works on, how it fails, and how a program gets to it.
///
/// A function is written as `void send(Call& call, const void* buf, int count, ...)`. It throws by fail() what is
/// wrong; the error handler in force then decides whether the run ends or the program gets the error's code.

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/defect.hpp"
#include "runtime/node.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/mpi/host_mpi.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

class State;

/// What every function is given.
struct Call {
  Process& process;
  Node& node;
  State& state;
  CallSite site;
  const char* name;                   ///< "MPI_Send"
  MPI_Comm comm = MPI_COMM_WORLD;     ///< whose error handler is in force
  MPI_Win win = MPI_WIN_NULL;         ///< the same, if there is one
  std::optional<MPI_File> file = {};  ///< the same; null: that of no file
  bool posts = false;                 ///< it is the nonblocking form of a collective
};

/// What is wrong with a call; thrown by fail(), and caught where the program has called.
struct CallError {
  int code;
  std::string text;
  std::optional<DefectClass> defect = {};  ///< nothing: the program may be right
};

/// "MPI_ERR_RANK"; "error code 70" for what has no name.
std::string name_of_error(int code);
/// What is usually wrong with a program that gets this error.
std::optional<DefectClass> defect_of_error(int code);

[[noreturn]] inline void fail(int code, std::string text) {
  throw CallError{code, std::move(text), defect_of_error(code)};
}
template <class... Arguments>
[[noreturn]] void fail(int code, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fail(code, fmt::format(format, std::forward<Arguments>(arguments)...));
}
/// The same where the error's code does not tell what is wrong with the program.
template <class... Arguments>
[[noreturn]] void fail(DefectClass defect, int code, fmt::format_string<Arguments...> format,
                       Arguments&&... arguments) {
  throw CallError{code, fmt::format(format, std::forward<Arguments>(arguments)...), defect};
}
/// The code is of the program's own choice.
template <class... Arguments>
[[noreturn]] void fail_for_program(int code, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw CallError{code, fmt::format(format, std::forward<Arguments>(arguments)...)};
}

/// Runs a function of the program's own on its behalf; `function` must not throw.
template <class Function>
auto in_program(Process& process, Function function) {
  struct Back {
    ~Back() { t_process = nullptr; }
  } const back;
  t_process = &process;
  return function();
}

/// When a function may be called.
enum class When : std::uint8_t {
  between_init_and_finalize,
  any_time,
  any_time_for_tools,  ///< errors go back as codes, and no error handler is called
};

namespace detail {

/// Carries out `work(what, call)`; the code that the program gets.
int enter(const NamedCall& place, When when, void (*work)(void* what, Call& call), void* what);

/// The name of a function as an argument of a template.
template <std::size_t N>
struct FunctionName {
  constexpr FunctionName(const char (&text)[N]) { std::copy_n(text, N, letters); }
  char letters[N];
};

/// What a program calls instead of `function`, with the place or without.
template <FunctionName name, When when, auto function>
struct Entry;
template <FunctionName name, When when, class... A, void (*function)(Call&, A...)>
struct Entry<name, when, function> {
  static constexpr NamedCall kNoPlace{name.letters, "", 0};

  static int at(const switchyard_call* place, A... arguments) {
    auto work = [&](Call& call) { function(call, arguments...); };
    const NamedCall& named = place == nullptr ? kNoPlace : *reinterpret_cast<const NamedCall*>(place);
    return enter(
        named, when, [](void* what, Call& call) { (*static_cast<decltype(work)*>(what))(call); }, &work);
  }
  static int plain(A... arguments) { return at(nullptr, arguments...); }
};

template <class Declared, class TheEntry>
void add(std::vector<Binding>& to, std::string_view with_place, std::string_view name, std::string_view for_profiling) {
  static_assert(std::is_same_v<Declared, decltype(TheEntry::at)>, "mpi.h declares another type");
  to.push_back(Binding::to(with_place, TheEntry::at));
  to.push_back(Binding::to(name, TheEntry::plain));
  to.push_back(Binding::to(for_profiling, TheEntry::plain));
}

}  // namespace detail

/// Adds the bindings of MPI_##mpi_name to `list`, a std::vector<Binding>.
#define SWITCHYARD_MPI_BIND_WHEN(list, mpi_name, when, function)                                      \
  ::switchyard::mpi::detail::add<decltype(::switchyard_mpi_##mpi_name),                               \
                                 ::switchyard::mpi::detail::Entry<"MPI_" #mpi_name, when, function>>( \
      list, "switchyard_mpi_" #mpi_name, "MPI_" #mpi_name, "PMPI_" #mpi_name)
#define SWITCHYARD_MPI_BIND(list, mpi_name, function) \
  SWITCHYARD_MPI_BIND_WHEN(list, mpi_name, ::switchyard::mpi::When::between_init_and_finalize, function)

// Checks that most functions make.

/// The place of a result, or an array of `count` things, is there. That its beginning can be read is all that is tried.
inline void check_pointer(const void* pointer, const char* what, std::int64_t count = 1) {
  if (pointer == nullptr && count > 0) fail(MPI_ERR_ARG, "{} is a null pointer", what);
  if (count > 0) check_readable(pointer, 1);
}
inline std::size_t checked_count(int count, const char* what = "count") {
  if (count < 0) fail(MPI_ERR_COUNT, "{} {} is negative", what, count);
  return static_cast<std::size_t>(count);
}

}  // namespace switchyard::mpi
