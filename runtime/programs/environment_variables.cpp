/// \file environment_variables.cpp
/// Provides getenv, setenv and related functions. Each node's process begins with the host's environment variables, and
/// changes only its own copy.

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

/// Returns the entry of variable `name` in a list of environment variables, or null if it is not
/// in the list.
char** find_environment_entry(char** list, std::string_view name) {
  if (list == nullptr) return nullptr;
  for (; *list != nullptr; ++list) {
    if (std::strncmp(*list, name.data(), name.size()) == 0 && (*list)[name.size()] == '=') return list;
  }
  return nullptr;
}

/// Puts `text`, such as "HOME=/root", into the environment of the program's process, or removes the variable `name` if
/// `text` is null. The list of variables is copied first if it does not belong to this process alone: it may still be
/// the host's list, or one that the program has put in its place.
void change_environment_variable(std::string_view name, char* text) {
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  std::vector<char*>& own = process.environment;
  char**& list = process.variables().environment;
  if (own.empty() || list != own.data()) {
    std::vector<char*> copy;
    for (char** each = list; each != nullptr && *each != nullptr; ++each) copy.push_back(*each);
    copy.push_back(nullptr);
    own = std::move(copy);
  }
  std::erase_if(own, [name](const char* each) {
    return each != nullptr && std::strncmp(each, name.data(), name.size()) == 0 && each[name.size()] == '=';
  });
  if (text != nullptr) own.insert(own.end() - 1, text);
  list = own.data();
}

bool is_environment_variable_name(const char* name) {
  return name != nullptr && *name != '\0' && std::strchr(name, '=') == nullptr;
}
int refuse_variable_name() {
  errno = EINVAL;
  return -1;
}

char* get_environment_variable(const char* name) {
  char** const found = find_environment_entry(t_process->variables().environment, name);
  return found == nullptr ? nullptr : *found + std::strlen(name) + 1;
}

int set_environment_variable(const char* name, const char* value, int replaces) {
  if (!is_environment_variable_name(name)) return refuse_variable_name();
  if (replaces == 0 && get_environment_variable(name) != nullptr) return 0;
  const std::size_t length = std::strlen(name), bytes = std::strlen(value) + 1;
  auto* const text = static_cast<char*>(t_process->heap.allocate(length + 1 + bytes));
  if (text == nullptr) {
    errno = ENOMEM;
    return -1;
  }
  char* const end = std::copy_n(name, length, text);
  *end = '=';
  std::copy_n(value, bytes, end + 1);
  change_environment_variable(name, text);
  return 0;
}

/// Carries out putenv: the program's own text becomes part of the environment, and is not copied, as the standard
/// demands.
int put_environment_variable(char* text) {
  change_environment_variable({text, std::strcspn(text, "=")}, std::strchr(text, '=') == nullptr ? nullptr : text);
  return 0;
}

int remove_environment_variable(const char* name) {
  if (!is_environment_variable_name(name)) return refuse_variable_name();
  change_environment_variable(name, nullptr);
  return 0;
}

int clear_environment() {
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.environment.assign(1, nullptr);
  process.variables().environment = process.environment.data();
  return 0;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // offsetof is used for a class without standard layout
const SymbolBinding kEnvironmentVariableBindings[] = {
    SymbolBinding::make_variable_binding("environ", offsetof(ProcessVariables, environment)),
    SymbolBinding::make_variable_binding("__environ", offsetof(ProcessVariables, environment)),
    SymbolBinding::make_variable_binding("_environ", offsetof(ProcessVariables, environment)),
    SymbolBinding::make_function_binding("getenv", get_environment_variable),
    SymbolBinding::make_function_binding("secure_getenv", get_environment_variable),
    SymbolBinding::make_function_binding("setenv", set_environment_variable),
    SymbolBinding::make_function_binding("putenv", put_environment_variable),
    SymbolBinding::make_function_binding("unsetenv", remove_environment_variable),
    SymbolBinding::make_function_binding("clearenv", clear_environment),
};
#pragma GCC diagnostic pop

}  // namespace

SymbolBindings environment_variable_bindings() { return kEnvironmentVariableBindings; }

}  // namespace switchyard
