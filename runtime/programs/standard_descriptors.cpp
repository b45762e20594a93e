/// \file standard_descriptors.cpp
/// C library functions that read, write, close and copy file descriptors. The descriptors 0 to 2 of a program, and
/// copies of them, stand for the standard streams of its node's process, and not for files of the host.

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <limits>
#include <vector>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

ProcessVariables& process_variables() { return t_process->variables(); }

StandardStream& standard_stream(int file) { return t_process->standard_streams[static_cast<std::size_t>(file)]; }

/// Returns the number (0 to 2) of the node's standard stream for which a descriptor stands, or -1 if it stands for
/// another file. After dup, several descriptors may stand for the same stream.
int standard_stream_of(int file) {
  return is_standard_descriptor(file) ? file : t_process->host_resources.standard_stream_of(file);
}

/// Returns the standard stream as it was when the program began, whatever file the program has put in its place since.
StandardStream original_standard_stream(int number) {
  StandardStream stream = standard_stream(number);
  stream.replacing_descriptor = -1;
  stream.is_closed = false;
  return stream;
}

ssize_t write_to_descriptor(int file, const void* bytes, std::size_t count) {
  const int number = standard_stream_of(file);
  if (number < 0) return write(file, bytes, count);
  StandardStream stream = is_standard_descriptor(file) ? standard_stream(file) : original_standard_stream(number);
  if (number == STDIN_FILENO || stream.is_closed) {
    errno = EBADF;
    return -1;
  }
  std::fflush(number == STDOUT_FILENO ? process_variables().stdout_stream : process_variables().stderr_stream);
  return write_standard_stream(&stream, static_cast<const char*>(bytes), count);
}
ssize_t write_pieces_to_descriptor(int file, const iovec* pieces, int count) {
  if (standard_stream_of(file) < 0) return writev(file, pieces, count);
  ssize_t all = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t written = write_to_descriptor(file, pieces[i].iov_base, pieces[i].iov_len);
    if (written < 0) return written;
    all += written;
  }
  return all;
}
ssize_t read_from_descriptor(int file, void* bytes, std::size_t count) {
  if (standard_stream_of(file) != STDIN_FILENO) return read(file, bytes, count);
  StandardStream stream = file == STDIN_FILENO ? standard_stream(file) : original_standard_stream(STDIN_FILENO);
  const ssize_t found = read_standard_stream(&stream, static_cast<char*>(bytes), count);
  standard_stream(STDIN_FILENO).bytes_read = stream.bytes_read;
  return found;
}
ssize_t read_bytes_checked(int file, void* bytes, std::size_t count, std::size_t room) {
  if (count > room) abort();
  return read_from_descriptor(file, bytes, count);
}

void track_descriptor(int file, int number) {
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.host_resources.add_descriptor(file, number);
}

/// Replaces the file of a descriptor that a stream still uses by an empty file, so that no other file gets the
/// descriptor's number before the stream is closed.
int replace_by_empty_file(int file) {
  const int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (empty < 0) return -1;
  const int result = dup2(empty, file);
  close(empty);
  return result < 0 ? -1 : 0;
}

int close_descriptor(int file) {
  if (is_standard_descriptor(file)) return 0;
  for (const OpenStream& each : t_process->open_streams) {
    if (fileno(each.c_file_stream) == file) return replace_by_empty_file(file);
  }
  if (!t_process->host_resources.has_descriptor(file)) {
    errno = EBADF;  // any other descriptor belongs to the emulator or to another node
    return -1;
  }
  t_process->host_resources.forget_descriptor(file);
  return close(file);
}
int close_descriptors_between(unsigned first, unsigned last, int /*flags*/) {
  Process& process = *t_process;
  std::vector<int> files;
  {
    const EmulatorCodeScope host(process);
    files = process.host_resources.descriptors_between(first, last);
  }
  for (const int file : files) close_descriptor(file);
  return 0;
}
void close_descriptors_from(int first) {
  close_descriptors_between(static_cast<unsigned>(std::max(first, 0)), std::numeric_limits<unsigned>::max(), 0);
}
int print_va_list_to_descriptor(int file, const char* format, std::va_list arguments) {
  if (standard_stream_of(file) < 0) return vdprintf(file, format, arguments);
  char* text = nullptr;
  const int length = vasprintf(&text, format, arguments);
  if (length < 0) return length;
  const ssize_t written = write_to_descriptor(file, text, static_cast<std::size_t>(length));
  std::free(text);
  return static_cast<int>(written);
}
[[gnu::format(printf, 2, 3)]] int print_to_descriptor(int file, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_va_list_to_descriptor(file, format, arguments);
  va_end(arguments);
  return written;
}
[[gnu::format(printf, 3, 4)]] int print_to_descriptor_checked(int file, int /*flag*/, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = print_va_list_to_descriptor(file, format, arguments);
  va_end(arguments);
  return written;
}
int print_va_list_to_descriptor_checked(int file, int /*flag*/, const char* format, std::va_list arguments) {
  return print_va_list_to_descriptor(file, format, arguments);
}

/// Returns the descriptor of the host that a descriptor of the program stands for. A standard stream has one only if a
/// file has replaced it.
int host_descriptor_of(int file) {
  return is_standard_descriptor(file) ? standard_stream(file).replacing_descriptor : file;
}

/// Makes a copy of a descriptor of the program, with a number that is at least `least`. A copy of one of the node's
/// standard streams is an unused descriptor of the host, whose number is recorded as standing for the stream.
int copy_descriptor(int file, int least) {
  const int source = host_descriptor_of(file), number = standard_stream_of(file);
  const bool is_own_stream = number >= 0 && (source < 0 || !is_standard_descriptor(file));
  int copy = -1;
  if (is_own_stream) {
    const int empty = open("/dev/null", O_RDWR | O_CLOEXEC);
    copy = fcntl(empty, F_DUPFD_CLOEXEC, std::max(least, STDERR_FILENO + 1));
    close(empty);
  } else {
    copy = fcntl(source, F_DUPFD_CLOEXEC, std::max(least, STDERR_FILENO + 1));
  }
  if (copy >= 0) track_descriptor(copy, is_own_stream ? number : -1);
  return copy;
}
int duplicate_descriptor(int file) { return copy_descriptor(file, 0); }

/// Replaces the standard stream with the number `place` by the file of the descriptor `file`. If `file` stands for a
/// standard stream of the node, the program's original stream with the number `place` is restored.
int replace_standard_stream(int file, int place) {
  if (file == place) return place;
  const bool is_own_stream = standard_stream_of(file) >= 0;
  const int source = is_own_stream && !is_standard_descriptor(file) ? -1 : host_descriptor_of(file);
  const int copy = source < 0 && is_own_stream ? -1 : fcntl(source, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy < 0 && !(source < 0 && is_own_stream)) return -1;
  if (place != STDIN_FILENO)
    std::fflush(place == STDOUT_FILENO ? process_variables().stdout_stream : process_variables().stderr_stream);
  if (standard_stream(place).replacing_descriptor >= 0) close(standard_stream(place).replacing_descriptor);
  standard_stream(place).replacing_descriptor = copy;
  return place;
}

/// Carries out dup2. A descriptor other than that of a standard stream can be replaced only if it belongs to the
/// program, or is not used in the whole emulator.
int duplicate_descriptor_to(int file, int place) {
  if (is_standard_descriptor(place)) return replace_standard_stream(file, place);
  if (file == place) return fcntl(file, F_GETFD) < 0 ? -1 : place;
  const int copy = copy_descriptor(file, place);
  if (copy < 0 || copy == place) return copy;
  const bool is_own = t_process->host_resources.has_descriptor(place);
  const int result = is_own ? dup2(copy, place) : -1;
  if (result >= 0) track_descriptor(place, t_process->host_resources.standard_stream_of(copy));
  close_descriptor(copy);
  if (!is_own) errno = EBUSY;
  return result;
}
int duplicate_descriptor_with_flags(int file, int place, int /*flags*/) {
  if (file != place) return duplicate_descriptor_to(file, place);
  errno = EINVAL;
  return -1;
}

int control_descriptor(int file, int command, ...) {
  std::va_list arguments;
  va_start(arguments, command);
  // Some commands of fcntl have no third argument; the value read here is then not used.
  const long argument = va_arg(arguments, long);
  va_end(arguments);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) return copy_descriptor(file, static_cast<int>(argument));
  const int source = host_descriptor_of(file);
  return fcntl(source < 0 ? file : source, command, argument);
}

int is_terminal(int /*file*/) { return 0; }

const SymbolBinding kStandardDescriptorBindings[] = {
    SymbolBinding::make_function_binding("dprintf", print_to_descriptor),
    SymbolBinding::make_function_binding("vdprintf", print_va_list_to_descriptor),
    SymbolBinding::make_function_binding("__dprintf_chk", print_to_descriptor_checked),
    SymbolBinding::make_function_binding("__vdprintf_chk", print_va_list_to_descriptor_checked),
    SymbolBinding::make_function_binding("writev", write_pieces_to_descriptor),
    SymbolBinding::make_function_binding("read", read_from_descriptor),
    SymbolBinding::make_function_binding("__read_chk", read_bytes_checked),
    SymbolBinding::make_function_binding("close", close_descriptor),
    SymbolBinding::make_function_binding("close_range", close_descriptors_between),
    SymbolBinding::make_function_binding("closefrom", close_descriptors_from),
    SymbolBinding::make_function_binding("dup", duplicate_descriptor),
    SymbolBinding::make_function_binding("dup2", duplicate_descriptor_to),
    SymbolBinding::make_function_binding("dup3", duplicate_descriptor_with_flags),
    SymbolBinding::make_function_binding("fcntl", control_descriptor),
    SymbolBinding::make_function_binding("fcntl64", control_descriptor),
    SymbolBinding::make_function_binding("write", write_to_descriptor),
    SymbolBinding::make_function_binding("isatty", is_terminal),
};

}  // namespace

SymbolBindings standard_descriptor_bindings() { return kStandardDescriptorBindings; }

}  // namespace switchyard
