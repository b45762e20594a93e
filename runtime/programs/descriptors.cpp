/// \file descriptors.cpp
/// C library functions by which a program gets descriptors, directories and mapped memory from the host. They are
/// recorded, so that they can be given back when the program's node is done (HostResources). The functions that close
/// or copy descriptors are in standard_descriptors.cpp, as they concern the standard streams, too.

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

int remember_descriptor(int file) {
  if (file < 0 || t_process == nullptr) return file;
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.host_resources.add_descriptor(file);
  return file;
}

/// Wraps a function of the C library that returns a new descriptor: call() also records the descriptor, so that it can
/// be closed when the program's node is done.
template <auto function>
struct RememberingCall;
template <class... Arguments, bool is_noexcept, int (*function)(Arguments...) noexcept(is_noexcept)>
struct RememberingCall<function> {
  static int call(Arguments... arguments) { return remember_descriptor(function(arguments...)); }
};

bool creates_file(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

int open_path(const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = creates_file(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return remember_descriptor(open(path, flags, mode));
}
int open_path_without_mode(const char* path, int flags) { return open_path(path, flags, 0); }
int open_in_folder(int folder, const char* path, int flags, ...) {
  std::va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = creates_file(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return remember_descriptor(openat(folder, path, flags, mode));
}
int open_in_folder_without_mode(int folder, const char* path, int flags) {
  return open_in_folder(folder, path, flags, 0);
}

int remember_descriptor_pair(int result, const int* files) {
  if (result != 0) return result;
  remember_descriptor(files[0]);
  remember_descriptor(files[1]);
  return result;
}
int make_pipe(int* ends) { return remember_descriptor_pair(pipe(ends), ends); }
int make_pipe_with_flags(int* ends, int flags) { return remember_descriptor_pair(pipe2(ends, flags), ends); }
int make_socket_pair(int domain, int type, int protocol, int* ends) {
  return remember_descriptor_pair(socketpair(domain, type, protocol, ends), ends);
}

// --- directories -----------------------------------------------------------------------------------------------------

DIR* remember_directory(DIR* directory) {
  if (directory == nullptr || t_process == nullptr) return directory;
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  process.host_resources.forget_descriptor(dirfd(directory));  // closing the directory also closes its descriptor
  process.host_resources.add_directory(directory);
  return directory;
}
DIR* open_directory(const char* path) { return remember_directory(opendir(path)); }
DIR* open_directory_of_descriptor(int file) { return remember_directory(fdopendir(file)); }
int close_directory(DIR* directory) {
  if (t_process != nullptr && !t_process->host_resources.forget_directory(directory)) {
    errno = EBADF;
    return -1;
  }
  return closedir(directory);
}

// --- mapped memory ---------------------------------------------------------------------------------------------------

std::size_t rounded_up_to_whole_pages(std::size_t bytes) {
  constexpr std::size_t kPageBytes = 4096;
  return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

/// Carries out mmap: MAP_FIXED replaces only memory that the program has mapped itself, because all else belongs to the
/// emulator or to other nodes.
void* map_memory(void* place, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  Process& process = *t_process;
  const std::size_t size = rounded_up_to_whole_pages(bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(place);
  if ((flags & MAP_FIXED) != 0 && !process.host_resources.has_mapped(begin, size))
    flags = (flags & ~MAP_FIXED) | MAP_FIXED_NOREPLACE;
  void* const memory = mmap(place, bytes, protection, flags, file, offset);
  if (memory == MAP_FAILED) return memory;
  const EmulatorCodeScope host(process);
  process.host_resources.add_mapping(reinterpret_cast<std::uintptr_t>(memory), size);
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
  if (!process.host_resources.has_mapped(begin, rounded_up_to_whole_pages(bytes)) ||
      (new_place != nullptr && !process.host_resources.has_mapped(new_begin, rounded_up_to_whole_pages(new_bytes)))) {
    errno = EFAULT;
    return MAP_FAILED;
  }
  void* const memory = mremap(place, bytes, new_bytes, flags, new_place);
  if (memory == MAP_FAILED) return memory;
  const EmulatorCodeScope host(process);
  process.host_resources.forget_mapping(begin, rounded_up_to_whole_pages(bytes));
  process.host_resources.add_mapping(reinterpret_cast<std::uintptr_t>(memory), rounded_up_to_whole_pages(new_bytes));
  return memory;
}

const NameBinding kDescriptorBindings[] = {
    NameBinding::make_function_binding("open", open_path),
    NameBinding::make_function_binding("open64", open_path),
    NameBinding::make_function_binding("__open_2", open_path_without_mode),
    NameBinding::make_function_binding("__open64_2", open_path_without_mode),
    NameBinding::make_function_binding("openat", open_in_folder),
    NameBinding::make_function_binding("openat64", open_in_folder),
    NameBinding::make_function_binding("__openat_2", open_in_folder_without_mode),
    NameBinding::make_function_binding("__openat64_2", open_in_folder_without_mode),
    NameBinding::make_function_binding("creat", RememberingCall<creat>::call),
    NameBinding::make_function_binding("creat64", RememberingCall<creat>::call),
    NameBinding::make_function_binding("mkstemp", RememberingCall<mkstemp>::call),
    NameBinding::make_function_binding("mkstemp64", RememberingCall<mkstemp>::call),
    NameBinding::make_function_binding("mkstemps", RememberingCall<mkstemps>::call),
    NameBinding::make_function_binding("mkstemps64", RememberingCall<mkstemps>::call),
    NameBinding::make_function_binding("mkostemp", RememberingCall<mkostemp>::call),
    NameBinding::make_function_binding("mkostemp64", RememberingCall<mkostemp>::call),
    NameBinding::make_function_binding("mkostemps", RememberingCall<mkostemps>::call),
    NameBinding::make_function_binding("mkostemps64", RememberingCall<mkostemps>::call),
    NameBinding::make_function_binding("pipe", make_pipe),
    NameBinding::make_function_binding("pipe2", make_pipe_with_flags),
    NameBinding::make_function_binding("socket", RememberingCall<socket>::call),
    NameBinding::make_function_binding("socketpair", make_socket_pair),
    NameBinding::make_function_binding("accept", RememberingCall<accept>::call),
    NameBinding::make_function_binding("accept4", RememberingCall<accept4>::call),
    NameBinding::make_function_binding("epoll_create", RememberingCall<epoll_create>::call),
    NameBinding::make_function_binding("epoll_create1", RememberingCall<epoll_create1>::call),
    NameBinding::make_function_binding("eventfd", RememberingCall<eventfd>::call),
    NameBinding::make_function_binding("timerfd_create", RememberingCall<timerfd_create>::call),
    NameBinding::make_function_binding("signalfd", RememberingCall<signalfd>::call),
    NameBinding::make_function_binding("inotify_init", RememberingCall<inotify_init>::call),
    NameBinding::make_function_binding("inotify_init1", RememberingCall<inotify_init1>::call),
    NameBinding::make_function_binding("memfd_create", RememberingCall<memfd_create>::call),
    NameBinding::make_function_binding("shm_open", RememberingCall<shm_open>::call),
    NameBinding::make_function_binding("opendir", open_directory),
    NameBinding::make_function_binding("fdopendir", open_directory_of_descriptor),
    NameBinding::make_function_binding("closedir", close_directory),
    NameBinding::make_function_binding("mmap", map_memory),
    NameBinding::make_function_binding("mmap64", map_memory),
    NameBinding::make_function_binding("munmap", unmap_memory),
    NameBinding::make_function_binding("mremap", remap_memory),
};

}  // namespace

NameBindings descriptor_bindings() { return kDescriptorBindings; }

}  // namespace switchyard
