/// \file text.cpp
/// C library functions that keep state between calls, such as strtok and localtime. Each process
/// has its own state for them.

#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

char* next_token(char* text, const char* separators) { return strtok_r(text, separators, &t_process->token); }

/// setlocale: accepts only the locale "C" with which programs begin, because all nodes share the
/// host's functions.
char* set_locale(int /*category*/, const char* name) {
  static char c[] = "C";
  if (name == nullptr || *name == '\0' || std::strcmp(name, "C") == 0 || std::strcmp(name, "POSIX") == 0) return c;
  return nullptr;
}

std::tm* local_time(const std::time_t* time) { return localtime_r(time, &t_process->broken_down); }
std::tm* universal_time(const std::time_t* time) { return gmtime_r(time, &t_process->broken_down); }
char* text_of_time(const std::time_t* time) { return ctime_r(time, t_process->time_text); }
char* text_of_parts(const std::tm* time) { return asctime_r(time, t_process->time_text); }

/// Returns a process number that differs from node to node and is the same in each run.
pid_t process_number() { return 1000 + static_cast<pid_t>(index(t_process->node().id())); }
pid_t parent_number() { return 999; }

/// gethostname: the name of a node's host equals the result of MPI_Get_processor_name.
int get_host_name(char* into, std::size_t bytes) {
  const int length = std::snprintf(into, bytes, "node%u", index(t_process->node().id()));
  if (static_cast<std::size_t>(length) < bytes) return 0;
  errno = ENAMETOOLONG;
  return -1;
}
int get_system_names(utsname* into) {
  const int answer = uname(into);
  get_host_name(into->nodename, sizeof into->nodename);
  return answer;
}

const Binding kTexts[] = {
    Binding::to("strtok", next_token),         Binding::to("setlocale", set_locale),
    Binding::to("localtime", local_time),      Binding::to("gmtime", universal_time),
    Binding::to("ctime", text_of_time),        Binding::to("asctime", text_of_parts),
    Binding::to("getpid", process_number),     Binding::to("getppid", parent_number),
    Binding::to("gethostname", get_host_name), Binding::to("uname", get_system_names),
};

}  // namespace

Bindings text_function_bindings() { return kTexts; }

}  // namespace switchyard
