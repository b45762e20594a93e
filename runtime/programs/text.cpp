/// \file text.cpp
/// C library functions that keep state between calls, such as strtok and localtime. Each process
/// has its own state for them.

#include <search.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

char* next_token(char* text, const char* separators) { return strtok_r(text, separators, &t_process->strtok_position); }

/// Carries out setlocale: accepts only the locale "C", with which programs begin, because all nodes share the C library
/// of the host and its locale.
char* set_locale(int /*category*/, const char* name) {
  static char c[] = "C";
  if (name == nullptr || *name == '\0' || std::strcmp(name, "C") == 0 || std::strcmp(name, "POSIX") == 0) return c;
  return nullptr;
}

std::tm* local_time(const std::time_t* time) { return localtime_r(time, &t_process->broken_down_time); }
std::tm* universal_time(const std::time_t* time) { return gmtime_r(time, &t_process->broken_down_time); }
char* text_of_time(const std::time_t* time) { return ctime_r(time, t_process->time_text); }
char* text_of_broken_down_time(const std::tm* time) { return asctime_r(time, t_process->time_text); }

/// Returns the process number (pid) that a node's program sees. It differs from node to node, and is the same in each
/// run.
pid_t process_number() { return 1000 + static_cast<pid_t>(index(t_process->node().id())); }
pid_t parent_process_number() { return 999; }

/// Carries out gethostname. The host name of a node is the same as the result of MPI_Get_processor_name.
int get_host_name(char* into, std::size_t bytes) {
  const int length = std::snprintf(into, bytes, "node%u", index(t_process->node().id()));
  if (static_cast<std::size_t>(length) < bytes) return 0;
  errno = ENAMETOOLONG;
  return -1;
}
int get_operating_system_names(utsname* into) {
  const int answer = uname(into);
  get_host_name(into->nodename, sizeof into->nodename);
  return answer;
}

// The following functions write their results into memory that belongs to the process of the calling node.

char* text_of_error_number(int error) {
  return strerror_r(error, t_process->result_buffers.error, sizeof(t_process->result_buffers.error));
}
char* signal_description(int signal) {
  auto& text = t_process->result_buffers.signal_text;
  const char* const name = sigdescr_np(signal);
  if (name == nullptr) {
    std::snprintf(text, sizeof(text), "Unknown signal %d", signal);
  } else {
    std::snprintf(text, sizeof(text), "%s", name);
  }
  return text;
}
char* text_in_base_64(long number) {
  static constexpr char kDigits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  char* at = t_process->result_buffers.base64_text_of_number;
  for (auto rest = static_cast<std::uint32_t>(number); rest != 0; rest >>= 6U) *at++ = kDigits[rest & 63U];
  *at = '\0';
  return t_process->result_buffers.base64_text_of_number;
}
char* rounded_digits(double number, int digits, int* point, int* sign) {
  auto& text = t_process->result_buffers.number_text;
  return ecvt_r(number, digits, point, sign, text, sizeof(text)) == 0 ? text : nullptr;
}
char* rounded_fraction(double number, int digits, int* point, int* sign) {
  auto& text = t_process->result_buffers.number_text;
  return fcvt_r(number, digits, point, sign, text, sizeof(text)) == 0 ? text : nullptr;
}
/// Carries out tmpnam: returns a name that no existing file has. It is implemented here because the linker warns of
/// every use of the C library's tmpnam.
char* temporary_name(char* into) {
  char* const name = into != nullptr ? into : t_process->result_buffers.temporary_file_name;
  for (unsigned number = 0; number < TMP_MAX; ++number) {
    std::snprintf(name, L_tmpnam, P_tmpdir "/n%u_%u", index(t_process->node().id()), number);
    if (access(name, F_OK) != 0) return name;
  }
  return nullptr;
}

// The following functions create, destroy and search the hash table (hcreate) of the calling node's process.

int create_hash_table(std::size_t entries) { return hcreate_r(entries, &t_process->result_buffers.hash_table); }
void destroy_hash_table() { hdestroy_r(&t_process->result_buffers.hash_table); }
ENTRY* search_hash_table(ENTRY entry, ACTION action) {
  ENTRY* found = nullptr;
  hsearch_r(entry, action, &found, &t_process->result_buffers.hash_table);
  return found;
}

const SymbolBinding kTextFunctionBindings[] = {
    SymbolBinding::make_function_binding("strtok", next_token),
    SymbolBinding::make_function_binding("setlocale", set_locale),
    SymbolBinding::make_function_binding("localtime", local_time),
    SymbolBinding::make_function_binding("gmtime", universal_time),
    SymbolBinding::make_function_binding("ctime", text_of_time),
    SymbolBinding::make_function_binding("asctime", text_of_broken_down_time),
    SymbolBinding::make_function_binding("getpid", process_number),
    SymbolBinding::make_function_binding("getppid", parent_process_number),
    SymbolBinding::make_function_binding("gethostname", get_host_name),
    SymbolBinding::make_function_binding("uname", get_operating_system_names),
    SymbolBinding::make_function_binding("strerror", text_of_error_number),
    SymbolBinding::make_function_binding("strsignal", signal_description),
    SymbolBinding::make_function_binding("l64a", text_in_base_64),
    SymbolBinding::make_function_binding("ecvt", rounded_digits),
    SymbolBinding::make_function_binding("fcvt", rounded_fraction),
    SymbolBinding::make_function_binding("tmpnam", temporary_name),
    SymbolBinding::make_function_binding("hcreate", create_hash_table),
    SymbolBinding::make_function_binding("hdestroy", destroy_hash_table),
    SymbolBinding::make_function_binding("hsearch", search_hash_table),
};

}  // namespace

SymbolBindings text_function_bindings() { return kTextFunctionBindings; }

}  // namespace switchyard
