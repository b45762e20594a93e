/// \file streams.cpp
/// A process's own streams: standard output and error go to its node's output, standard input is empty, and whatever
/// else it opens is closed when its node is done.

#include <fmt/format.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <new>

#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/own_accesses.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostOutput = std::uint64_t{64} << 20U;

/// Returns the virtual time at which the node prints a text, or 0 if nobody needs the time or the run has ended.
VirtualTime time_of(Process& process, std::string_view text, bool is_error) {
  // Reading the clock is a call of the node, which is made only if somebody wants the time.
  if (!process.output.is_kept()) return {};
  if (text.find('\n') == std::string_view::npos && !process.output.is_at_line_start(is_error)) return {};
  if (process.handler_time()) return *process.handler_time();
  if (process.mode().own_clock) return VirtualTime{process.own_time()};
  try {
    return process.node().now();
  } catch (const RunStopped&) {
    return {};  // the program is stopped at its next call of an interface
  }
}

/// If nodes print lines together (OutputMode), waits until all of them print. Returns whether this node's lines are
/// shown.
bool is_shown(Process& process) {
  if (process.output_mode == OutputMode::independent) return true;
  try {
    process.node().barrier(process.last_call);
  } catch (const RunStopped&) {
    return true;  // the program is stopped at its next call of an interface
  }
  return process.output_mode == OutputMode::in_order || process.node().id() == NodeId{0};
}

void print(Process& process, std::string_view text, bool is_error) {
  const bool is_running = t_process == &process;
  std::exception_ptr error;
  if (is_running) {
    const InHost host(process);
    try {
      if (is_error || is_shown(process)) process.output.add(text, is_error, time_of(process, text, is_error));
    } catch (...) {
      error = std::current_exception();
    }
    if (!error && process.output.bytes() > kMostOutput) {
      error = std::make_exception_ptr(
          Error(fmt::format("the program has printed more than {} MiB; let it print less", kMostOutput >> 20U)));
    }
  } else {
    process.output.add(text, is_error, {});
  }
  if (error) process.fail(std::move(error));
}

ssize_t write_out(void* process, const char* text, std::size_t bytes) {
  print(*static_cast<Process*>(process), {text, bytes}, false);
  return static_cast<ssize_t>(bytes);
}
ssize_t write_err(void* process, const char* text, std::size_t bytes) {
  print(*static_cast<Process*>(process), {text, bytes}, true);
  return static_cast<ssize_t>(bytes);
}
ssize_t read_nothing(void* /*process*/, char* /*into*/, std::size_t /*bytes*/) { return 0; }

std::FILE* open_own(Process& process, const char* mode, const cookie_io_functions_t& functions, int buffering) {
  std::FILE* const stream = fopencookie(&process, mode, functions);
  if (stream == nullptr) throw std::bad_alloc();
  __fsetlocking(
      stream,
      FSETLOCKING_BYCALLER);  // only one thread uses it, and a crash in the middle of a call would leave it locked
  // A stream is fully buffered by itself; to ask for that would allocate its buffer, which most programs never need.
  if (buffering != _IOFBF) std::setvbuf(stream, nullptr, buffering, 1024);
  return stream;
}

}  // namespace

CppStreams::CppStreams(std::FILE* in, std::FILE* out, std::FILE* err)
    : in_buffer(in),
      out_buffer(out),
      err_buffer(err),
      cin(&in_buffer),
      cout(&out_buffer),
      cerr(&err_buffer),
      clog(&err_buffer) {
  cin.tie(&cout);
  cerr.setf(std::ios_base::unitbuf);
  cerr.tie(&cout);
}

namespace {

void close_quietly(std::FILE*& stream) {
  if (stream == nullptr) return;
  __fpurge(stream);
  std::fclose(stream);
  stream = nullptr;
}

CppStreams& cpp_streams(ProcessVariables& variables) {
  return *std::launder(reinterpret_cast<CppStreams*>(&variables.streams));
}

}  // namespace

Process::Process() = default;
Process::~Process() { clean_up(); }

void Process::open_streams_of_c() {
  variables_.in =
      open_own(*this, "r", {.read = read_nothing, .write = nullptr, .seek = nullptr, .close = nullptr}, _IOFBF);
  variables_.out =
      open_own(*this, "w", {.read = nullptr, .write = write_out, .seek = nullptr, .close = nullptr}, _IOLBF);
  variables_.err =
      open_own(*this, "w", {.read = nullptr, .write = write_err, .seek = nullptr, .close = nullptr}, _IONBF);
  open_streams = {variables_.in, variables_.out, variables_.err};
}

void Process::open_streams_of_cpp() {
  new (&variables_.streams) CppStreams(variables_.in, variables_.out, variables_.err);
}

/// Flushes the standard output of a program that was stopped, closes its streams and frees its memory. After a crash
/// standard output is not flushed.
void Process::clean_up() {
  if (node_ != nullptr && has_cpp_streams) cpp_streams(variables_).~CppStreams();
  node_ = nullptr;
  if (ending_ != Ending::crashed && std::ranges::find(open_streams, variables_.out) != open_streams.end())
    std::fflush(variables_.out);
  for (std::FILE* stream : open_streams) close_quietly(stream);
  open_streams.clear();
  exit_handlers_.clear();
  interfaces_.clear();
  kept.reset();
  heap.free_all();
}

// --- what programs call ---------------------------------------------------------------------------------------------

namespace {

ProcessVariables& own() { return t_process->variables(); }

int print_list(const char* format, std::va_list arguments) { return std::vfprintf(own().out, format, arguments); }

[[gnu::format(printf, 1, 2)]] int print_text(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_list(format, arguments);
  va_end(arguments);
  return written;
}
[[gnu::format(printf, 2, 3)]] int print_checked(int /*flag*/, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_list(format, arguments);
  va_end(arguments);
  return written;
}
int print_list_checked(int /*flag*/, const char* format, std::va_list arguments) {
  return print_list(format, arguments);
}
int print_line(const char* text) {
  note_library_access(text, std::strlen(text) + 1, Touch::reads, __builtin_return_address(0));
  if (std::fputs(text, own().out) == EOF) return EOF;
  return std::putc('\n', own().out);
}
int print_letter(int letter) { return std::putc(letter, own().out); }
void print_reason(const char* text) {
  const char* const reason = std::strerror(errno);
  if (text != nullptr && *text != '\0') {
    std::fprintf(own().err, "%s: %s\n", text, reason);
  } else {
    std::fprintf(own().err, "%s\n", reason);
  }
}

int read_letter() { return std::getc(own().in); }
char* read_line(char* into) {
  *into = '\0';
  return nullptr;  // standard input is empty
}
[[gnu::format(scanf, 1, 2)]] int scan(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int found = std::vfscanf(own().in, format, arguments);
  va_end(arguments);
  return found;
}

std::FILE* keep(std::FILE* stream) {
  if (stream == nullptr || t_process == nullptr) return stream;
  Process& process = *t_process;
  const InHost host(process);
  process.open_streams.push_back(stream);
  return stream;
}
std::FILE* open_file(const char* path, const char* mode) { return keep(std::fopen(path, mode)); }
std::FILE* open_descriptor(int file, const char* mode) { return keep(fdopen(file, mode)); }
std::FILE* open_temporary() { return keep(std::tmpfile()); }
std::FILE* open_memory(void* memory, std::size_t bytes, const char* mode) {
  return keep(fmemopen(memory, bytes, mode));
}

void forget(std::FILE* stream) {
  if (t_process != nullptr) std::erase(t_process->open_streams, stream);
}
int close_stream(std::FILE* stream) {
  forget(stream);
  return std::fclose(stream);
}
std::FILE* open_again(const char* path, const char* mode, std::FILE* stream) {
  forget(stream);
  return keep(std::freopen(path, mode, stream));
}

int flush(std::FILE* stream) {
  if (stream != nullptr) return std::fflush(stream);
  for (std::FILE* each : t_process->open_streams) std::fflush(each);
  return 0;
}

/// write(), with which programs may also print on standard output and standard error.
ssize_t write_bytes(int file, const void* bytes, std::size_t count) {
  if (file != STDOUT_FILENO && file != STDERR_FILENO) return write(file, bytes, count);
  std::FILE* const stream = file == STDOUT_FILENO ? own().out : own().err;
  std::fflush(stream);
  print(*t_process, {static_cast<const char*>(bytes), count}, file == STDERR_FILENO);
  return static_cast<ssize_t>(count);
}

int is_terminal(int /*file*/) { return 0; }

constexpr std::size_t place_of(std::size_t member) { return offsetof(ProcessVariables, streams) + member; }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // offsets of members are used for classes of any kind
const Binding kStreams[] = {
    Binding::to_variable("stdin", offsetof(ProcessVariables, in)),
    Binding::to_variable("stdout", offsetof(ProcessVariables, out)),
    Binding::to_variable("stderr", offsetof(ProcessVariables, err)),
    Binding::to_variable("_ZSt3cin", place_of(offsetof(CppStreams, cin))),
    Binding::to_variable("_ZSt4cout", place_of(offsetof(CppStreams, cout))),
    Binding::to_variable("_ZSt4cerr", place_of(offsetof(CppStreams, cerr))),
    Binding::to_variable("_ZSt4clog", place_of(offsetof(CppStreams, clog))),
    Binding::to("printf", print_text),
    Binding::to("__printf_chk", print_checked),
    Binding::to("vprintf", print_list),
    Binding::to("__vprintf_chk", print_list_checked),
    Binding::to("puts", print_line),
    Binding::to("putchar", print_letter),
    Binding::to("putchar_unlocked", print_letter),
    Binding::to("perror", print_reason),
    Binding::to("getchar", read_letter),
    Binding::to("getchar_unlocked", read_letter),
    Binding::to("gets", read_line),
    Binding::to("scanf", scan),
    Binding::to("__isoc99_scanf", scan),
    Binding::to("fopen", open_file),
    Binding::to("fopen64", open_file),
    Binding::to("fdopen", open_descriptor),
    Binding::to("tmpfile", open_temporary),
    Binding::to("tmpfile64", open_temporary),
    Binding::to("fmemopen", open_memory),
    Binding::to("freopen", open_again),
    Binding::to("freopen64", open_again),
    Binding::to("fclose", close_stream),
    Binding::to("fflush", flush),
    Binding::to("write", write_bytes),
    Binding::to("isatty", is_terminal),
};
#pragma GCC diagnostic pop

}  // namespace

Bindings stream_bindings() { return kStreams; }

}  // namespace switchyard
