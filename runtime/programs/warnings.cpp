/// \file warnings.cpp
/// Provides the C library functions of err.h and error.h, which print a warning and, some of them, then end the
/// program. They print on the standard error of the calling node's process, and end only this process.

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr int kNoError = 0;

/// Prints a warning on standard error, such as "heat: cannot open it: No such file or directory".
void print_warning(int error, const char* format, std::va_list words) {
  std::FILE* const to = t_process->variables().stderr_stream;
  std::fprintf(to, "%s: ", t_process->program_name.c_str());
  if (format != nullptr) std::vfprintf(to, format, words);
  if (error != kNoError) std::fprintf(to, "%s%s", format == nullptr ? "" : ": ", std::strerror(error));
  std::fputc('\n', to);
}

void warn_va_list(const char* format, std::va_list words) { print_warning(errno, format, words); }
void warn_va_list_without_errno(const char* format, std::va_list words) { print_warning(kNoError, format, words); }
[[noreturn]] void exit_with_warning_va_list(int code, const char* format, std::va_list words) {
  warn_va_list(format, words);
  t_process->exit(code);
}
[[noreturn]] void exit_with_plain_warning_va_list(int code, const char* format, std::va_list words) {
  warn_va_list_without_errno(format, words);
  t_process->exit(code);
}

void warn(const char* format, ...) {
  std::va_list words;
  va_start(words, format);
  warn_va_list(format, words);
  va_end(words);
}
void warn_without_errno(const char* format, ...) {
  std::va_list words;
  va_start(words, format);
  warn_va_list_without_errno(format, words);
  va_end(words);
}
[[noreturn]] void exit_with_warning(int code, const char* format, ...) {
  std::va_list words;
  va_start(words, format);
  exit_with_warning_va_list(code, format, words);
}
[[noreturn]] void exit_with_plain_warning(int code, const char* format, ...) {
  std::va_list words;
  va_start(words, format);
  exit_with_plain_warning_va_list(code, format, words);
}

/// Carries out the C library function error(): prints a message, and ends the program if `code` is not 0.
void print_error_and_maybe_exit(int code, int error, const char* format, ...) {
  std::fflush(t_process->variables().stdout_stream);
  std::va_list words;
  va_start(words, format);
  print_warning(error, format, words);
  va_end(words);
  if (code != 0) t_process->exit(code);
}
void error_at_line(int code, int error, const char* file, unsigned line, const char* format, ...) {
  std::fflush(t_process->variables().stdout_stream);
  std::FILE* const to = t_process->variables().stderr_stream;
  std::fprintf(to, "%s:%s:%u: ", t_process->program_name.c_str(), file, line);
  std::va_list words;
  va_start(words, format);
  std::vfprintf(to, format, words);
  va_end(words);
  if (error != kNoError) std::fprintf(to, ": %s", std::strerror(error));
  std::fputc('\n', to);
  if (code != 0) t_process->exit(code);
}

const SymbolBinding kWarningBindings[] = {
    SymbolBinding::make_function_binding("warn", warn),
    SymbolBinding::make_function_binding("warnx", warn_without_errno),
    SymbolBinding::make_function_binding("vwarn", warn_va_list),
    SymbolBinding::make_function_binding("vwarnx", warn_va_list_without_errno),
    SymbolBinding::make_function_binding("err", exit_with_warning),
    SymbolBinding::make_function_binding("errx", exit_with_plain_warning),
    SymbolBinding::make_function_binding("verr", exit_with_warning_va_list),
    SymbolBinding::make_function_binding("verrx", exit_with_plain_warning_va_list),
    SymbolBinding::make_function_binding("error", print_error_and_maybe_exit),
    SymbolBinding::make_function_binding("error_at_line", error_at_line),
};

}  // namespace

SymbolBindings warning_bindings() { return kWarningBindings; }

}  // namespace switchyard
