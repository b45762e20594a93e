/// \file descriptors.cpp
/// C library functions by which a program gets file descriptors, directories and mapped memory from the host.
/// HostResources records what the program gets, so that it can be given back when the program's node is done. The
/// functions that close or copy descriptors are in standard_descriptors.cpp, as they concern the standard streams, too.

#include <dirent.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

int track_descriptor(int file) {
  if (file < 0 || t_process == nullptr) return file;
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.host_resources.add_descriptor(file);
  return file;
}

/// Wraps a function of the C library that returns a new descriptor: call_and_track_descriptor() also records the
/// descriptor, so that it can be closed when the program's node is done.
template <auto function>
struct DescriptorTrackingCall;
template <class... Arguments, bool is_noexcept, int (*function)(Arguments...) noexcept(is_noexcept)>
struct DescriptorTrackingCall<function> {
  static int call_and_track_descriptor(Arguments... arguments) { return track_descriptor(function(arguments...)); }
};

bool creates_file(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open_path(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = creates_file(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return track_descriptor(open(path, flags, mode));
}
int open_path_without_mode(const char* path, int flags) { return open_path(path, flags, 0); }
int open_file_in_folder(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = creates_file(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return track_descriptor(openat(folder, path, flags, mode));
}
int open_file_in_folder_without_mode(int folder, const char* path, int flags) {
  return open_file_in_folder(folder, path, flags, 0);
}

int track_descriptor_pair(int result, const int* files) {
  if (result != 0) return result;
  track_descriptor(files[0]);
  track_descriptor(files[1]);
  return result;
}
int make_pipe(int* ends) { return track_descriptor_pair(pipe(ends), ends); }
int make_pipe_with_flags(int* ends, int flags) { return track_descriptor_pair(pipe2(ends, flags), ends); }
int make_socket_pair(int domain, int type, int protocol, int* ends) {
  return track_descriptor_pair(socketpair(domain, type, protocol, ends), ends);
}

// --- functions that open and close directories -----------------------------------------------------------------------

DIR* track_directory(DIR* directory) {
  if (directory == nullptr || t_process == nullptr) return directory;
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  // Closing the directory also closes its descriptor.
  process.host_resources.forget_descriptor(dirfd(directory));
  process.host_resources.add_directory(directory);
  return directory;
}
DIR* open_directory(const char* path) { return track_directory(opendir(path)); }
DIR* open_directory_of_descriptor(int file) { return track_directory(fdopendir(file)); }
int close_directory(DIR* directory) {
  if (t_process != nullptr && !t_process->host_resources.forget_directory(directory)) {
    errno = EBADF;
    return -1;
  }
  return closedir(directory);
}

// --- functions that map memory ---------------------------------------------------------------------------------------

std::size_t rounded_up_to_whole_pages(std::size_t bytes) {
  constexpr std::size_t kPageBytes = 4096;
  return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

/// Carries out mmap. With MAP_FIXED, it replaces only memory that the program has mapped itself, because all other
/// memory belongs to the emulator or to other nodes.
void* map_memory(void* place, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  Process& process = *t_process;
  const std::size_t size = rounded_up_to_whole_pages(bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  if ((flags & MAP_FIXED) != 0 && !process.host_resources.has_mapping_of(begin, size))
    flags = (flags & ~MAP_FIXED) | MAP_FIXED_NOREPLACE;
  void* const memory = mmap(place, bytes, protection, flags, file, offset);
  if (memory == MAP_FAILED) return memory;
  const EmulatorCodeScope host(process);
  process.host_resources.record_memory_mapping(reinterpret_cast<std::uintptr_t>(memory), size);
  return memory;
}

int unmap_memory(void* place, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  if (bytes == 0 || rounded_up_to_whole_pages(begin) != begin) {
    errno = EINVAL;
    return -1;
  }
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.host_resources.unmap(begin, rounded_up_to_whole_pages(bytes));
  return 0;
}

void* remap_memory(void* place, std::size_t bytes, std::size_t new_bytes, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  void* const new_place = (flags & MREMAP_FIXED) != 0 ? va_arg(arguments, void*) : nullptr;
  va_end(arguments);
  Process& process = *t_process;
  const auto begin = reinterpret_cast<std::uintptr_t>(place), new_begin = reinterpret_cast<std::uintptr_t>(new_place);
  if (!process.host_resources.has_mapping_of(begin, rounded_up_to_whole_pages(bytes)) ||
      (new_place != nullptr &&
       !process.host_resources.has_mapping_of(new_begin, rounded_up_to_whole_pages(new_bytes)))) {
    errno = EFAULT;
    return MAP_FAILED;
  }
  void* const memory = mremap(place, bytes, new_bytes, flags, new_place);
  if (memory == MAP_FAILED) return memory;
  const EmulatorCodeScope host(process);
  process.host_resources.forget_mapping(begin, rounded_up_to_whole_pages(bytes));
  process.host_resources.record_memory_mapping(reinterpret_cast<std::uintptr_t>(memory),
                                               rounded_up_to_whole_pages(new_bytes));
  return memory;
}

const SymbolBinding kDescriptorBindings[] = {
    SymbolBinding::make_function_binding("open", open_path),
    SymbolBinding::make_function_binding("open64", open_path),
    SymbolBinding::make_function_binding("__open_2", open_path_without_mode),
    SymbolBinding::make_function_binding("__open64_2", open_path_without_mode),
    SymbolBinding::make_function_binding("openat", open_file_in_folder),
    SymbolBinding::make_function_binding("openat64", open_file_in_folder),
    SymbolBinding::make_function_binding("__openat_2", open_file_in_folder_without_mode),
    SymbolBinding::make_function_binding("__openat64_2", open_file_in_folder_without_mode),
    SymbolBinding::make_function_binding("creat", DescriptorTrackingCall<creat>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("creat64", DescriptorTrackingCall<creat>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkstemp", DescriptorTrackingCall<mkstemp>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkstemp64", DescriptorTrackingCall<mkstemp>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkstemps", DescriptorTrackingCall<mkstemps>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkstemps64", DescriptorTrackingCall<mkstemps>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkostemp", DescriptorTrackingCall<mkostemp>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkostemp64", DescriptorTrackingCall<mkostemp>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkostemps", DescriptorTrackingCall<mkostemps>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("mkostemps64", DescriptorTrackingCall<mkostemps>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("pipe", make_pipe),
    SymbolBinding::make_function_binding("pipe2", make_pipe_with_flags),
    SymbolBinding::make_function_binding("socket", DescriptorTrackingCall<socket>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("socketpair", make_socket_pair),
    SymbolBinding::make_function_binding("accept", DescriptorTrackingCall<accept>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("accept4", DescriptorTrackingCall<accept4>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("epoll_create",
                                         DescriptorTrackingCall<epoll_create>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("epoll_create1",
                                         DescriptorTrackingCall<epoll_create1>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("eventfd", DescriptorTrackingCall<eventfd>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("timerfd_create",
                                         DescriptorTrackingCall<timerfd_create>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("signalfd", DescriptorTrackingCall<signalfd>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("inotify_init",
                                         DescriptorTrackingCall<inotify_init>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("inotify_init1",
                                         DescriptorTrackingCall<inotify_init1>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("memfd_create",
                                         DescriptorTrackingCall<memfd_create>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("shm_open", DescriptorTrackingCall<shm_open>::call_and_track_descriptor),
    SymbolBinding::make_function_binding("opendir", open_directory),
    SymbolBinding::make_function_binding("fdopendir", open_directory_of_descriptor),
    SymbolBinding::make_function_binding("closedir", close_directory),
    SymbolBinding::make_function_binding("mmap", map_memory),
    SymbolBinding::make_function_binding("mmap64", map_memory),
    SymbolBinding::make_function_binding("munmap", unmap_memory),
    SymbolBinding::make_function_binding("mremap", remap_memory),
};

}  // namespace

SymbolBindings descriptor_bindings() { return kDescriptorBindings; }

}  // namespace switchyard
