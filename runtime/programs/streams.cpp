/// \file streams.cpp
/// Provides the C and C++ streams of a node's process. Its standard output and error go to its node's output. Its
/// standard input is the emulator's on node 0, and empty on other nodes. All other streams that the program opens are
/// closed when its node is done.

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <new>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/programs/binding.hpp"
#include "runtime/programs/own_accesses.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostPrintedBytes = std::uint64_t{64} << 20U;

/// Returns the virtual time at which the node prints a text, or 0 if the time is not needed or the run has ended.
VirtualTime virtual_time_of_printing(Process& process, std::string_view text, bool is_error) {
  // Reading the clock counts as a call of the node, so that it is done only if the time of the text is needed.
  if (!process.node_output.stores_printed_lines()) return {};
  if (text.find('\n') == std::string_view::npos && !process.node_output.is_at_line_start(is_error)) return {};
  if (process.handler_time()) return *process.handler_time();
  if (process.mode().uses_own_clock) return VirtualTime{process.own_clock_time()};
  try {
    return process.node().now();
  } catch (const RunStopped&) {
    return {};  // the run has ended, and the program will be stopped at its next call of MPI, NX or CMMD
  }
}

/// Waits until all nodes print, if the output mode of the process demands that nodes print lines together. Returns
/// whether the lines of this node are shown.
bool wait_for_turn_to_print(Process& process) {
  if (process.output_mode == OutputMode::node_lines_shown_immediately) return true;
  try {
    process.node().barrier(process.last_call);
  } catch (const RunStopped&) {
    return true;  // the run has ended, and the program will be stopped at its next call of MPI, NX or CMMD
  }
  return process.output_mode == OutputMode::lines_in_node_order || process.node().id() == NodeId{0};
}

void print_to_node_output(Process& process, std::string_view text, bool is_error) {
  const bool is_running = t_process == &process;
  std::exception_ptr error;
  if (is_running) {
    const EmulatorCodeScope host(process);
    try {
      if (is_error || wait_for_turn_to_print(process))
        process.node_output.add_text(text, is_error, virtual_time_of_printing(process, text, is_error));
    } catch (...) {
      error = std::current_exception();
    }
    if (!error && process.node_output.printed_bytes() > kMostPrintedBytes) {
      error = std::make_exception_ptr(
          Error(fmt::format("the program has printed more than {} MiB; let it print less", kMostPrintedBytes >> 20U)));
    }
  } else {
    process.node_output.add_text(text, is_error, {});
  }
  if (error) process.leave_program_with_error(std::move(error));
}

/// Writes all bytes of `text` to a file of the host. Returns the number of bytes, or 0 on failure, as the C library
/// requires of the write function of a stream.
ssize_t write_all(int file, const char* text, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t written = write(file, text + done, bytes - done);
    if (written < 0) return 0;
    done += static_cast<std::size_t>(written);
  }
  return static_cast<ssize_t>(bytes);
}

}  // namespace

ssize_t write_standard_stream(void* cookie, const char* text, std::size_t bytes) {
  const StandardStream& stream = *static_cast<StandardStream*>(cookie);
  if (stream.is_closed) {
    errno = EBADF;
    return 0;
  }
  if (stream.replacing_descriptor >= 0) return write_all(stream.replacing_descriptor, text, bytes);
  print_to_node_output(*stream.process, {text, bytes}, stream.stream_number == STDERR_FILENO);
  return static_cast<ssize_t>(bytes);
}

ssize_t read_standard_stream(void* cookie, char* into, std::size_t bytes) {
  StandardStream& stream = *static_cast<StandardStream*>(cookie);
  if (stream.is_closed) {
    errno = EBADF;
    return -1;
  }
  if (stream.replacing_descriptor >= 0) return read(stream.replacing_descriptor, into, bytes);
  Process& process = *stream.process;
  if (process.mode().input == nullptr || process.node().id() != NodeId{0}) return 0;
  const bool is_running = t_process == &process;
  if (is_running) t_process = nullptr;
  const std::size_t count = process.mode().input->read(stream.bytes_read, {into, bytes});
  if (is_running) t_process = &process;
  stream.bytes_read += count;
  return static_cast<ssize_t>(count);
}

namespace {

std::FILE* open_standard_stream(StandardStream& stream, int buffering) {
  const bool is_input = stream.stream_number == STDIN_FILENO;
  cookie_io_functions_t functions{};
  if (is_input) {
    functions.read = read_standard_stream;
  } else {
    functions.write = write_standard_stream;
  }
  std::FILE* const opened = fopencookie(&stream, is_input ? "r" : "w", functions);
  if (opened == nullptr) throw std::bad_alloc();
  // The stream does no locking, as only one thread uses it, and a crash during a call would leave it locked.
  __fsetlocking(opened, FSETLOCKING_BYCALLER);
  // Streams are fully buffered by default. Asking for that explicitly would allocate a buffer, which most programs
  // never need.
  if (buffering != _IOFBF) std::setvbuf(opened, nullptr, buffering, 1024);
  return opened;
}

}  // namespace

std::size_t ProgramInput::read(std::size_t place, std::span<char> into) {
  const std::lock_guard lock(mutex_);
  std::array<char, 4096> more{};
  while (place >= text_read_so_far_.size() && !is_at_end_) {
    const ssize_t count = ::read(input_descriptor_, more.data(), more.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) is_at_end_ = true;
    if (count > 0) text_read_so_far_.append(more.data(), static_cast<std::size_t>(count));
  }
  if (place >= text_read_so_far_.size()) return 0;
  return text_read_so_far_.copy(into.data(), into.size(), place);
}

CppStandardStreams::CppStandardStreams(std::FILE* in, std::FILE* out, std::FILE* err)
    : standard_input_buffer(in),
      standard_output_buffer(out),
      standard_error_buffer(err),
      cin(&standard_input_buffer),
      cout(&standard_output_buffer),
      cerr(&standard_error_buffer),
      clog(&standard_error_buffer) {
  cin.tie(&cout);
  cerr.setf(std::ios_base::unitbuf);
  cerr.tie(&cout);
}

namespace {

void close_without_flushing(const OpenStream& open) {
  if (open.must_close_before_program_ends) return;
  __fpurge(open.c_file_stream);
  std::fclose(open.c_file_stream);
}

/// Returns whether the state of a stream is the same as in the copy `earlier`, apart from its link to the next stream
/// in the C library's list.
bool is_stream_unchanged(const std::FILE& stream, const std::FILE& earlier) {
  constexpr std::size_t kLink = offsetof(std::FILE, _chain), kBehindLink = kLink + sizeof(stream._chain);
  const auto* const now = reinterpret_cast<const char*>(&stream);
  const auto* const before = reinterpret_cast<const char*>(&earlier);
  return std::memcmp(now, before, kLink) == 0 &&
         std::memcmp(now + kBehindLink, before + kBehindLink, sizeof(std::FILE) - kBehindLink) == 0;
}

CppStandardStreams& cpp_streams(ProcessVariables& variables) {
  return *std::launder(reinterpret_cast<CppStandardStreams*>(&variables.memory_of_cpp_streams));
}

}  // namespace

Process::Process() = default;
Process::~Process() {
  release_resources();
  for (std::FILE* const unused : initial_streams_) {
    if (unused != nullptr) std::fclose(unused);
  }
}

/// Opens the standard streams of a process for a run. Streams that were not used in the last run are still open.
void Process::open_c_standard_streams() {
  constexpr std::array kBuffering{_IOFBF, _IOLBF, _IONBF};
  open_streams.clear();
  for (std::size_t number = 0; number < standard_streams.size(); ++number) {
    standard_streams[number] = {.process = this, .stream_number = static_cast<int>(number)};
    std::FILE*& stream = initial_streams_[number];
    if (stream == nullptr) {
      stream = open_standard_stream(standard_streams[number], kBuffering[number]);
      newly_opened_streams_[number] = *stream;
    }
    open_streams.push_back({stream});
  }
  variables_.stdin_stream = initial_streams_[STDIN_FILENO];
  variables_.stdout_stream = initial_streams_[STDOUT_FILENO];
  variables_.stderr_stream = initial_streams_[STDERR_FILENO];
}

/// Closes all streams of the process, except those standard streams that the program has not used.
void Process::close_c_library_streams() {
  for (const OpenStream& each : open_streams) {
    const auto standard = std::ranges::find(initial_streams_, each.c_file_stream);
    if (standard != initial_streams_.end()) {
      const auto number = static_cast<std::size_t>(standard - initial_streams_.begin());
      if (is_stream_unchanged(*each.c_file_stream, newly_opened_streams_[number])) continue;
      *standard = nullptr;
    }
    close_without_flushing(each);
  }
  open_streams.clear();
}

void Process::open_cpp_standard_streams() {
  new (&variables_.memory_of_cpp_streams)
      CppStandardStreams(variables_.stdin_stream, variables_.stdout_stream, variables_.stderr_stream);
}

/// Flushes the program's open streams in the order in which the C library does so, the last one opened first.
void Process::flush_open_streams() {
  for (std::size_t i = open_streams.size(); i-- > 0;) std::fflush(open_streams[i].c_file_stream);
}

/// Closes the streams of a program that has ended, and frees its memory. If the program was stopped or has failed, its
/// standard output is flushed first; after a crash it is not. (A program that has called exit has flushed its streams
/// itself, and one that has called _exit leaves them unflushed.)
void Process::release_resources() {
  if (node_ != nullptr && has_cpp_streams) cpp_streams(variables_).~CppStandardStreams();
  node_ = nullptr;
  const bool flushes = computation_end_ != ComputationEnd::crashed && computation_end_ != ComputationEnd::exited;
  if (flushes &&
      std::ranges::find(open_streams, variables_.stdout_stream, &OpenStream::c_file_stream) != open_streams.end())
    std::fflush(variables_.stdout_stream);
  close_c_library_streams();
  host_resources.release_all_resources();
  hdestroy_r(&result_buffers.hash_table);
  for (StandardStream& each : standard_streams) {
    if (each.replacing_descriptor >= 0) close(each.replacing_descriptor);
    each.replacing_descriptor = -1;
  }
  exit_handlers_.clear();
  interfaces_.clear();
  data_of_messages_under_way.reset();
  heap.free_all_blocks();
  page_blocks.forget_all_blocks();
}

// --- functions of streams that programs call -------------------------------------------------------------------------

namespace {

ProcessVariables& process_variables() { return t_process->variables(); }

/// Prints formatted text to the node's standard output. `place` is the address in the program's code to which the call
/// returns.
int print_to_output(const char* format, std::va_list arguments, const void* place) {
  std::va_list again;
  va_copy(again, arguments);
  note_printed_texts(format, again, place);
  va_end(again);
  return std::vfprintf(process_variables().stdout_stream, format, arguments);
}
int print_va_list(const char* format, std::va_list arguments) {
  return print_to_output(format, arguments, __builtin_return_address(0));
}

[[gnu::format(printf, 1, 2)]] int print_text(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_to_output(format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return written;
}
[[gnu::format(printf, 2, 3)]] int print_text_with_fortify_check(int /*flag*/, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_to_output(format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return written;
}
int print_va_list_checked(int /*flag*/, const char* format, std::va_list arguments) {
  return print_to_output(format, arguments, __builtin_return_address(0));
}
int print_line(const char* text) {
  note_library_access(text, std::strlen(text) + 1, ReadOrWrite::reads, __builtin_return_address(0));
  if (std::fputs(text, process_variables().stdout_stream) == EOF) return EOF;
  return std::putc('\n', process_variables().stdout_stream);
}
int print_character(int letter) { return std::putc(letter, process_variables().stdout_stream); }
void print_error_reason(const char* text) {
  const char* const reason = std::strerror(errno);
  if (text != nullptr && *text != '\0') {
    std::fprintf(process_variables().stderr_stream, "%s: %s\n", text, reason);
  } else {
    std::fprintf(process_variables().stderr_stream, "%s\n", reason);
  }
}

int read_letter() { return std::getc(process_variables().stdin_stream); }
char* read_line(char* into) {  // unlike fgets, gets removes the newline character at the end of the line
  std::size_t length = 0;
  int letter = std::getc(process_variables().stdin_stream);
  if (letter == EOF) return nullptr;
  for (; letter != EOF && letter != '\n'; letter = std::getc(process_variables().stdin_stream))
    into[length++] = static_cast<char>(letter);
  into[length] = '\0';
  return into;
}
[[gnu::format(scanf, 1, 2)]] int scan_standard_input(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int found = std::vfscanf(process_variables().stdin_stream, format, arguments);
  va_end(arguments);
  return found;
}

int scan_va_list(const char* format, std::va_list arguments) {
  return std::vfscanf(process_variables().stdin_stream, format, arguments);
}

/// Returns the number (0 to 2) of a standard stream of the process; -1 for any other stream.
int number_of_standard_stream(const std::FILE* stream) {
  const auto& all = t_process->initial_streams();
  const auto found = std::ranges::find(all, stream);
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

// The following functions print wide characters. A standard stream that fopencookie() has made does not support them,
// so that each wide character is written as the single byte that stands for it in the locale "C".

bool is_standard_stream(const std::FILE* stream) { return number_of_standard_stream(stream) >= 0; }
std::wint_t put_wide_letter(wchar_t letter, std::FILE* stream) {
  if (!is_standard_stream(stream)) return std::putwc(letter, stream);
  return std::putc(static_cast<unsigned>(letter) < 0x80 ? static_cast<int>(letter) : '?', stream) == EOF
             ? WEOF
             : static_cast<std::wint_t>(letter);
}
int put_wide_text(const wchar_t* text, std::FILE* stream) {
  for (; *text != L'\0'; ++text) {
    if (put_wide_letter(*text, stream) == WEOF) return EOF;
  }
  return 0;
}
int print_wide_va_list_to(std::FILE* stream, const wchar_t* format, std::va_list arguments) {
  if (!is_standard_stream(stream)) return std::vfwprintf(stream, format, arguments);
  std::array<wchar_t, 4096> text{};
  const int length = std::vswprintf(text.data(), text.size(), format, arguments);
  return length < 0 || put_wide_text(text.data(), stream) == EOF ? -1 : length;
}
int print_wide_text_to_stream(std::FILE* stream, const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_wide_va_list_to(stream, format, arguments);
  va_end(arguments);
  return written;
}
int print_wide_va_list(const wchar_t* format, std::va_list arguments) {
  return print_wide_va_list_to(process_variables().stdout_stream, format, arguments);
}
int print_wide(const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_wide_va_list(format, arguments);
  va_end(arguments);
  return written;
}
std::wint_t print_wide_letter(wchar_t letter) { return put_wide_letter(letter, process_variables().stdout_stream); }

int descriptor_of_stream(std::FILE* stream) {
  const int number = number_of_standard_stream(stream);
  return number >= 0 ? number : fileno(stream);
}

/// Carries out getline and getdelim. The C library's functions are not used, because they could not enlarge the buffer,
/// which is a block of the program's own heap.
ssize_t read_until_letter(char** buffer, std::size_t* room, int end, std::FILE* stream) {
  if (buffer == nullptr || room == nullptr) {
    errno = EINVAL;
    return -1;
  }
  constexpr std::size_t kFirstRoom = 120;
  std::size_t length = 0;
  if (*buffer == nullptr) *room = 0;
  for (int letter = std::getc(stream); letter != EOF; letter = std::getc(stream)) {
    if (length + 2 > *room) {
      const std::size_t more = std::max(kFirstRoom, 2 * *room);
      auto* const larger = static_cast<char*>(reallocate(*buffer, more));
      if (larger == nullptr) {
        errno = ENOMEM;
        return -1;
      }
      *buffer = larger;
      *room = more;
    }
    (*buffer)[length++] = static_cast<char>(letter);
    if (letter == end) break;
  }
  if (length == 0) return -1;
  (*buffer)[length] = '\0';
  return static_cast<ssize_t>(length);
}
ssize_t read_whole_line(char** buffer, std::size_t* room, std::FILE* stream) {
  return read_until_letter(buffer, room, '\n', stream);
}

std::FILE* track_stream(std::FILE* stream, bool needs_program = false) {
  if (stream == nullptr || t_process == nullptr) return stream;
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.open_streams.push_back({stream, needs_program});
  process.host_resources.note_use_of_host_file();
  return stream;
}
std::FILE* open_file(const char* path, const char* mode) { return track_stream(std::fopen(path, mode)); }
/// Carries out fdopen. For the descriptor of a standard stream, it makes a second stream that reads or writes the same
/// data.
std::FILE* open_descriptor_as_stream(int file, const char* mode) {
  if (t_process == nullptr) return fdopen(file, mode);
  Process& process = *t_process;
  const int number = is_standard_descriptor(file) ? file : process.host_resources.standard_stream_of(file);
  if (number < 0) {
    if (process.host_resources.has_descriptor(file)) return track_stream(fdopen(file, mode));
    errno = EBADF;
    return nullptr;
  }
  std::FILE* another = nullptr;
  {
    const EmulatorCodeScope host(process);
    another = open_standard_stream(process.standard_streams[static_cast<std::size_t>(number)], _IOLBF);
  }
  return track_stream(another);
}
std::FILE* open_temporary_file() { return track_stream(std::tmpfile()); }
std::FILE* open_memory_as_stream(void* memory, std::size_t bytes, const char* mode) {
  return track_stream(fmemopen(memory, bytes, mode));
}
std::FILE* open_growing_memory_stream(char** text, std::size_t* bytes) {
  return track_stream(open_memstream(text, bytes), true);
}
std::FILE* open_wide_character_memory_stream(wchar_t** text, std::size_t* letters) {
  return track_stream(open_wmemstream(text, letters), true);
}
std::FILE* open_stream_with_functions(void* cookie, const char* mode, cookie_io_functions_t functions) {
  return track_stream(fopencookie(cookie, mode, functions), true);
}

/// Carries out fclose of a standard stream. From then on, every use of the stream fails, as for a closed file. The
/// stream's memory remains until the node is done, because the variable stdin, stdout or stderr still points to it.
int close_standard_stream(StandardStream& standard, std::FILE* stream) {
  if (standard.is_closed) {
    errno = EBADF;
    return EOF;
  }
  const int result = standard.stream_number == STDIN_FILENO ? 0 : std::fflush(stream);
  if (standard.stream_number == STDIN_FILENO) __fpurge(stream);
  if (standard.replacing_descriptor >= 0) close(standard.replacing_descriptor);
  standard.replacing_descriptor = -1;
  standard.is_closed = true;
  // Unbuffered, so that each later use of the stream reaches the closed stream and fails.
  std::setvbuf(stream, nullptr, _IONBF, 0);
  return result;
}

[[noreturn]] void fail_for_closed_stream(const char* function) {
  std::exception_ptr error;
  {
    const EmulatorCodeScope host(*t_process);
    error = std::make_exception_ptr(Error(fmt::format("the program calls {} for a stream that is not open", function)));
  }
  t_process->leave_program_with_error(std::move(error));
}

/// Removes a stream that is about to be closed from the program's open streams. Ends the program with an error if the
/// stream is not among them, because its memory may belong to a stream of another node by now.
void forget_stream(const char* function, std::FILE* stream) {
  if (t_process == nullptr) return;
  const auto found = std::ranges::find(t_process->open_streams, stream, &OpenStream::c_file_stream);
  if (found == t_process->open_streams.end()) fail_for_closed_stream(function);
  t_process->open_streams.erase(found);
  const int before = errno;
  t_process->host_resources.forget_descriptor(fileno(stream));
  errno = before;
}
int close_stream(std::FILE* stream) {
  const int number = t_process == nullptr ? -1 : number_of_standard_stream(stream);
  if (number >= 0) return close_standard_stream(t_process->standard_streams[static_cast<std::size_t>(number)], stream);
  forget_stream("fclose", stream);
  return std::fclose(stream);
}
/// Carries out freopen. A standard stream remains the same object in memory, but reads or writes the new file from now
/// on.
std::FILE* reopen_stream(const char* path, const char* mode, std::FILE* stream) {
  const int number = number_of_standard_stream(stream);
  if (number >= 0) {
    std::fflush(stream);
    clearerr(stream);
    if (path == nullptr) return stream;
    std::FILE* const other = std::fopen(path, mode);
    if (other == nullptr) return nullptr;
    StandardStream& standard = t_process->standard_streams[static_cast<std::size_t>(number)];
    if (standard.replacing_descriptor >= 0) close(standard.replacing_descriptor);
    standard.replacing_descriptor = fcntl(fileno(other), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    standard.is_closed = false;
    std::fclose(other);
    return standard.replacing_descriptor < 0 ? nullptr : stream;
  }
  forget_stream("freopen", stream);
  return track_stream(std::freopen(path, mode, stream));
}

int flush_stream_or_all(std::FILE* stream) {
  if (stream != nullptr) return std::fflush(stream);
  t_process->flush_open_streams();
  return 0;
}

/// Carries out std::ios_base::sync_with_stdio. The library's own function is not called: it would change the library's
/// streams, which all nodes share, and allocate their buffers in the heap of the calling node.
bool sync_with_stdio(bool synced) {
  if (!t_process->has_cpp_streams) return true;
  return std::exchange(cpp_streams(process_variables()).are_synced_with_stdio, synced);
}

constexpr std::size_t offset_of_cpp_stream(std::size_t member) {
  return offsetof(ProcessVariables, memory_of_cpp_streams) + member;
}
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // offsetof is used for a class without standard layout
const SymbolBinding kStreamBindings[] = {
    SymbolBinding::make_variable_binding("stdin", offsetof(ProcessVariables, stdin_stream)),
    SymbolBinding::make_variable_binding("stdout", offsetof(ProcessVariables, stdout_stream)),
    SymbolBinding::make_variable_binding("stderr", offsetof(ProcessVariables, stderr_stream)),
    SymbolBinding::make_variable_binding("_ZSt3cin", offset_of_cpp_stream(offsetof(CppStandardStreams, cin))),
    SymbolBinding::make_variable_binding("_ZSt4cout", offset_of_cpp_stream(offsetof(CppStandardStreams, cout))),
    SymbolBinding::make_variable_binding("_ZSt4cerr", offset_of_cpp_stream(offsetof(CppStandardStreams, cerr))),
    SymbolBinding::make_variable_binding("_ZSt4clog", offset_of_cpp_stream(offsetof(CppStandardStreams, clog))),
    SymbolBinding::make_function_binding("_ZNSt8ios_base15sync_with_stdioEb", sync_with_stdio),
    SymbolBinding::make_function_binding("printf", print_text),
    SymbolBinding::make_function_binding("__printf_chk", print_text_with_fortify_check),
    SymbolBinding::make_function_binding("vprintf", print_va_list),
    SymbolBinding::make_function_binding("__vprintf_chk", print_va_list_checked),
    SymbolBinding::make_function_binding("puts", print_line),
    SymbolBinding::make_function_binding("putchar", print_character),
    SymbolBinding::make_function_binding("putchar_unlocked", print_character),
    SymbolBinding::make_function_binding("perror", print_error_reason),
    SymbolBinding::make_function_binding("getchar", read_letter),
    SymbolBinding::make_function_binding("getchar_unlocked", read_letter),
    SymbolBinding::make_function_binding("gets", read_line),
    SymbolBinding::make_function_binding("scanf", scan_standard_input),
    SymbolBinding::make_function_binding("__isoc99_scanf", scan_standard_input),
    SymbolBinding::make_function_binding("fopen", open_file),
    SymbolBinding::make_function_binding("fopen64", open_file),
    SymbolBinding::make_function_binding("fdopen", open_descriptor_as_stream),
    SymbolBinding::make_function_binding("tmpfile", open_temporary_file),
    SymbolBinding::make_function_binding("tmpfile64", open_temporary_file),
    SymbolBinding::make_function_binding("fmemopen", open_memory_as_stream),
    SymbolBinding::make_function_binding("open_memstream", open_growing_memory_stream),
    SymbolBinding::make_function_binding("open_wmemstream", open_wide_character_memory_stream),
    SymbolBinding::make_function_binding("fopencookie", open_stream_with_functions),
    SymbolBinding::make_function_binding("freopen", reopen_stream),
    SymbolBinding::make_function_binding("freopen64", reopen_stream),
    SymbolBinding::make_function_binding("fclose", close_stream),
    SymbolBinding::make_function_binding("fflush", flush_stream_or_all),
    SymbolBinding::make_function_binding("fileno", descriptor_of_stream),
    SymbolBinding::make_function_binding("fileno_unlocked", descriptor_of_stream),
    SymbolBinding::make_function_binding("getline", read_whole_line),
    SymbolBinding::make_function_binding("getdelim", read_until_letter),
    SymbolBinding::make_function_binding("__getdelim", read_until_letter),
    SymbolBinding::make_function_binding("vscanf", scan_va_list),
    SymbolBinding::make_function_binding("__isoc99_vscanf", scan_va_list),
    SymbolBinding::make_function_binding("__isoc23_scanf", scan_standard_input),
    SymbolBinding::make_function_binding("__isoc23_vscanf", scan_va_list),
    SymbolBinding::make_function_binding("wprintf", print_wide),
    SymbolBinding::make_function_binding("vwprintf", print_wide_va_list),
    SymbolBinding::make_function_binding("putwchar", print_wide_letter),
    SymbolBinding::make_function_binding("fwprintf", print_wide_text_to_stream),
    SymbolBinding::make_function_binding("vfwprintf", print_wide_va_list_to),
    SymbolBinding::make_function_binding("fputws", put_wide_text),
    SymbolBinding::make_function_binding("fputwc", put_wide_letter),
    SymbolBinding::make_function_binding("putwc", put_wide_letter),
};
#pragma GCC diagnostic pop

}  // namespace

SymbolBindings stream_bindings() { return kStreamBindings; }

}  // namespace switchyard
