/// \file refused.cpp
/// Functions of the C library that programs may not call on a node, such as fork: a call ends the run with an error
/// that names the function.

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <string_view>

#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

/// The name of a function, as a type whose values can be template arguments.
template <std::size_t N>
struct Name {
  constexpr Name(const char (&text)[N]) { std::copy_n(text, N, letters); }
  char letters[N];
  constexpr std::string_view view() const { return {letters, N - 1}; }
};

[[noreturn]] void refuse(std::string_view name, std::string_view why) {
  std::exception_ptr error;
  {
    const InHost host(*t_process);
    error = std::make_exception_ptr(Error(fmt::format("the program calls {}: {}", name, why)));
  }
  t_process->fail(std::move(error));
}

template <Name name>
[[noreturn]] void start_another() {
  refuse(name.view(), "a node has one process of one thread, and can start no other");
}
template <Name name>
[[noreturn]] void handle_signals() {
  refuse(name.view(), "no signal comes to a node");
}

template <Name name>
[[noreturn]] void load_library() {
  refuse(name.view(), "all nodes would share the library's variables; link it statically");
}

template <Name name>
Binding another() {
  return Binding::to(name.view(), start_another<name>);
}
template <Name name>
Binding of_signals() {
  return Binding::to(name.view(), handle_signals<name>);
}

/// pthread_create as libstdc++ calls it: it is refused if a program starts the thread, and otherwise carried out for
/// the emulator.
int start_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
  if (t_process != nullptr) start_another<"pthread_create">();
  return pthread_create(thread, attributes, body, argument);
}

}  // namespace

Bindings refused_bindings() {
  static const Binding bindings[] = {
      Binding::to("dlopen", load_library<"dlopen">),
      Binding::to("dlmopen", load_library<"dlmopen">),
      another<"fork">(),
      another<"vfork">(),
      another<"clone">(),
      another<"pthread_create">(),
      another<"thrd_create">(),
      another<"system">(),
      another<"popen">(),
      another<"execl">(),
      another<"execlp">(),
      another<"execle">(),
      another<"execv">(),
      another<"execvp">(),
      another<"execve">(),
      another<"posix_spawn">(),
      another<"wait">(),
      another<"waitpid">(),
      of_signals<"alarm">(),
      of_signals<"setitimer">(),
      of_signals<"pause">(),
      of_signals<"ualarm">(),
      of_signals<"sigsuspend">(),
  };
  return bindings;
}

Bindings shared_library_bindings() {
  static const std::vector<Binding> bindings = [] {
    std::vector<Binding> all;
    const auto add = [&all](Bindings table, std::initializer_list<std::string_view> names) {
      for (const std::string_view name : names) all.push_back(*std::ranges::find(table, name, &Binding::name));
    };
    add(heap_bindings(), {"malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"});
    add(ending_bindings(), {"abort"});
    add(stream_bindings(), {"fopen", "fopen64", "fdopen", "fclose"});
    all.push_back(Binding::to("pthread_create", start_thread));
    return all;
  }();
  return bindings;
}

}  // namespace switchyard
