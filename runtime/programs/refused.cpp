/// \file refused.cpp
/// C library functions that programs must not call on a node, such as fork, including calls by way of syscall. Such a
/// call ends the run with an error that names the function.

#include <fmt/format.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string_view>

#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/refused.hpp"

namespace switchyard {
namespace {

constexpr std::string_view kSingleThreadRefusalReason = "a node has one process of one thread, and can start no other";
constexpr std::string_view kNoThreadsReason = "threads are not run, as a node has one process of one thread";

template <class ItsError>
[[noreturn]] void refuse_call_with_error(std::string_view name, std::string_view why) {
  std::exception_ptr error;
  {
    const EmulatorCodeScope host(*t_process);
    error = std::make_exception_ptr(ItsError(fmt::format("the program calls {}: {}", name, why)));
  }
  t_process->leave_program_with_error(std::move(error));
}

}  // namespace

void refuse_call(std::string_view name, std::string_view why) { refuse_call_with_error<Error>(name, why); }

namespace {

/// Both functions refuse to start a process, or a thread. A program that starts one may be correct, so that the error
/// only says that the run cannot be finished.
template <FunctionName name>
[[noreturn]] void refuse_new_process() {
  refuse_call_with_error<UnfinishedError>(name.view(), kSingleThreadRefusalReason);
}
template <FunctionName name>
[[noreturn]] void refuse_new_thread() {
  refuse_call_with_error<UnfinishedError>(name.view(), kNoThreadsReason);
}
template <FunctionName name>
[[noreturn]] void refuse_signal_handling() {
  refuse_call(name.view(), kNoSignalReason);
}

template <FunctionName name>
[[noreturn]] void refuse_library_loading() {
  refuse_call(name.view(), "all nodes would share the library's variables; link the program with it");
}

template <FunctionName name>
SymbolBinding make_process_call_refusal_binding() {
  return SymbolBinding::make_function_binding(name.view(), refuse_new_process<name>);
}
template <FunctionName name>
SymbolBinding make_thread_call_refusal_binding() {
  return SymbolBinding::make_function_binding(name.view(), refuse_new_thread<name>);
}
template <FunctionName name>
SymbolBinding make_signal_call_refusal_binding() {
  return SymbolBinding::make_function_binding(name.view(), refuse_signal_handling<name>);
}

/// A system call that is refused, because it would affect the whole emulator instead of one node.
struct RefusedSystemCall {
  long number;
  std::string_view name, reason_for_refusal;
};
constexpr std::string_view kSharedProcessRefusalReason =
    "all nodes are in one process of the host, and would end with it";
constexpr RefusedSystemCall kRefusedSystemCalls[] = {
    {SYS_fork, "syscall(SYS_fork)", kSingleThreadRefusalReason},
    {SYS_vfork, "syscall(SYS_vfork)", kSingleThreadRefusalReason},
    {SYS_clone, "syscall(SYS_clone)", kSingleThreadRefusalReason},
    {SYS_clone3, "syscall(SYS_clone3)", kSingleThreadRefusalReason},
    {SYS_execve, "syscall(SYS_execve)", kSingleThreadRefusalReason},
    {SYS_execveat, "syscall(SYS_execveat)", kSingleThreadRefusalReason},
    {SYS_exit, "syscall(SYS_exit)", kSharedProcessRefusalReason},
    {SYS_exit_group, "syscall(SYS_exit_group)", kSharedProcessRefusalReason},
    {SYS_kill, "syscall(SYS_kill)", kSharedProcessRefusalReason},
    {SYS_tkill, "syscall(SYS_tkill)", kSharedProcessRefusalReason},
    {SYS_tgkill, "syscall(SYS_tgkill)", kSharedProcessRefusalReason},
    {SYS_rt_sigqueueinfo, "syscall(SYS_rt_sigqueueinfo)", kSharedProcessRefusalReason},
    {SYS_rt_tgsigqueueinfo, "syscall(SYS_rt_tgsigqueueinfo)", kSharedProcessRefusalReason},
    {SYS_alarm, "syscall(SYS_alarm)", kNoSignalReason},
    {SYS_setitimer, "syscall(SYS_setitimer)", kNoSignalReason},
    {SYS_timer_create, "syscall(SYS_timer_create)", kNoSignalReason},
};

/// Carries out syscall. It always takes six arguments; those that the program has not passed do no harm.
long make_system_call(long number, long a, long b, long c, long d, long e, long f) {
  const auto* const found = std::ranges::find(kRefusedSystemCalls, number, &RefusedSystemCall::number);
  if (found != std::end(kRefusedSystemCalls)) refuse_call(found->name, found->reason_for_refusal);
  return syscall(number, a, b, c, d, e, f);
}

/// Carries out pthread_create when libstdc++ calls it. The call is refused if a program wants the thread, and carried
/// out if the emulator wants it.
int start_emulator_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
  if (t_process != nullptr) refuse_new_thread<"pthread_create">();
  return pthread_create(thread, attributes, body, argument);
}

}  // namespace

SymbolBindings refused_bindings() {
  static const SymbolBinding bindings[] = {
      SymbolBinding::make_function_binding("dlopen", refuse_library_loading<"dlopen">),
      SymbolBinding::make_function_binding("dlmopen", refuse_library_loading<"dlmopen">),
      make_process_call_refusal_binding<"fork">(),
      make_process_call_refusal_binding<"vfork">(),
      make_process_call_refusal_binding<"clone">(),
      make_thread_call_refusal_binding<"pthread_create">(),
      make_thread_call_refusal_binding<"thrd_create">(),
      make_process_call_refusal_binding<"system">(),
      make_process_call_refusal_binding<"popen">(),
      make_process_call_refusal_binding<"execl">(),
      make_process_call_refusal_binding<"execlp">(),
      make_process_call_refusal_binding<"execle">(),
      make_process_call_refusal_binding<"execv">(),
      make_process_call_refusal_binding<"execvp">(),
      make_process_call_refusal_binding<"execve">(),
      make_process_call_refusal_binding<"execvpe">(),
      make_process_call_refusal_binding<"fexecve">(),
      make_process_call_refusal_binding<"execveat">(),
      make_process_call_refusal_binding<"_Fork">(),
      make_process_call_refusal_binding<"forkpty">(),
      make_process_call_refusal_binding<"daemon">(),
      make_process_call_refusal_binding<"posix_spawn">(),
      make_process_call_refusal_binding<"posix_spawnp">(),
      make_process_call_refusal_binding<"wait">(),
      make_process_call_refusal_binding<"wait3">(),
      make_process_call_refusal_binding<"wait4">(),
      make_process_call_refusal_binding<"waitid">(),
      make_process_call_refusal_binding<"waitpid">(),
      make_signal_call_refusal_binding<"setitimer">(),
      make_signal_call_refusal_binding<"pause">(),
      make_signal_call_refusal_binding<"ualarm">(),
      make_signal_call_refusal_binding<"sigsuspend">(),
      make_signal_call_refusal_binding<"sigwait">(),
      make_signal_call_refusal_binding<"sigwaitinfo">(),
      make_signal_call_refusal_binding<"timer_create">(),
      make_signal_call_refusal_binding<"killpg">(),
      make_signal_call_refusal_binding<"sigqueue">(),
      make_signal_call_refusal_binding<"tgkill">(),
      SymbolBinding::make_function_binding("syscall", make_system_call),
  };
  return bindings;
}

SymbolBindings shared_library_bindings() {
  static const std::vector<SymbolBinding> bindings = [] {
    std::vector<SymbolBinding> all;
    const auto add = [&all](SymbolBindings table, std::initializer_list<std::string_view> names) {
      for (const std::string_view name : names) all.push_back(*std::ranges::find(table, name, &SymbolBinding::name));
    };
    add(heap_bindings(), {"malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"});
    add(exit_function_bindings(), {"abort"});
    add(stream_bindings(), {"fopen", "fopen64", "fdopen", "fclose"});
    add(lock_bindings(), {"pthread_cond_wait"});
    all.push_back(SymbolBinding::make_function_binding("pthread_create", start_emulator_thread));
    return all;
  }();
  return bindings;
}

}  // namespace switchyard
